/** The texts of a language, each in a file of its own beside this one. */

import languages from "./languages.js"; // made by the service of what files there are

/** The module of a language: the first of those wished (`de`, `de-AT`) that there is, else English. */
export function texts(...wished) {
  const codes = wished.flat().map((one) => String(one).toLowerCase().split("-")[0]);
  return import(`./${codes.find((code) => languages.includes(code)) ?? "en"}.js`);
}

/** A text with its `{places}` filled in. */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
