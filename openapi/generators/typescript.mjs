// The TypeScript client: types, a function for each operation, and a client on fetch, in modules that Node takes as they are.
//
//     node typescript.mjs DOCUMENT FOLDER
import { createClient } from "@hey-api/openapi-ts";

const [document, folder] = process.argv.slice(2);

await createClient({
  input: document,
  output: { path: folder, module: { extension: ".js" } },
  plugins: ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"],
  logs: { file: false, level: "warn" },
});
