// Draws the operations with Swagger UI. Everything else on the page is there without it.
"use strict";

const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches); // what Swagger UI's styles look for
dark.addEventListener("change", follow);
follow();

// The page has a heading and a description of its own.
const withoutInfo = () => ({ wrapComponents: { InfoContainer: () => () => null } });

SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#swagger",
  plugins: [withoutInfo],
  deepLinking: false, // it would take the fragments of this page for its own and rewrite them
  displayOperationId: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null, // else a badge is asked for from elsewhere
  // What stands below the operations has moved: go again to where the address points.
  onComplete: () => document.getElementById(location.hash.slice(1))?.scrollIntoView(),
});
