/** The texts of a language, each in a file of its own beside this one. */

/** The module of a language: that of `wanted` (`de`, `de-AT`), else English. */
export async function texts(wanted) {
  const code = /^[a-z]{2,3}/.exec(String(wanted).toLowerCase())?.[0] ?? "en";
  return import(`./${code}.js`).catch(() => import("./en.js"));
}

/** A text with its `{places}` filled in. */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
