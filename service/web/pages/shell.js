/** What every page has: its language, light or dark, the games of this browser, and how a game is created. */

import { Service } from "../table/service.js";
import { fill, texts } from "../texts/choose.js";

export { Problem } from "../table/service.js";
export { h } from "../table/draw.js";
export { fill };

/** Address of the service's root. */
export const root = new URL(document.body.dataset.root, location.href);

/** The service, asked with a token or with none. */
export const service = (token = null) => new Service(new URL("v1/", root), token);

/** An element by its id. */
export const $ = (id) => document.getElementById(id);

/** What a browser keeps; where it keeps nothing, all works for as long as the page is open. */
export const kept = {
  get(name, otherwise = null) {
    try {
      return JSON.parse(localStorage.getItem(`card-commons.${name}`)) ?? otherwise;
    } catch {
      return otherwise; // refused by the browser, or not ours
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`card-commons.${name}`, JSON.stringify(value));
    } catch {
      // refused by the browser
    }
  },
};

const MOST_GAMES = 30;

/** The games in which this browser has a seat, newest first: `{id, token, ruleset, at, commitment, wanted}`. */
export const ownGames = () => kept.get("games", []);

/** Notes a game, and what is new about it. */
export function note(game) {
  const all = ownGames();
  const known = all.find((one) => one.id === game.id);
  kept.set("games", [{ ...known, ...game }, ...all.filter((one) => one.id !== game.id)].slice(0, MOST_GAMES));
}

/** Forgets a game. */
export const forget = (id) => kept.set("games", ownGames().filter((one) => one.id !== id));

/** The texts of the page in the reader's language; the page's own places for them are filled in. */
export async function speak() {
  const { page, table } = await texts(kept.get("language", []), navigator.languages);
  const language = $("language");
  if (language) {
    for (const option of language.options) option.textContent = (await texts(option.value)).name;
    language.value = page.code;
    language.onchange = () => {
      kept.set("language", language.value);
      location.reload();
    };
  }
  document.documentElement.lang = page.code;
  for (const node of document.querySelectorAll("[data-t]")) node.textContent = page[node.dataset.t] ?? node.textContent;
  for (const node of document.querySelectorAll("[data-label]")) node.ariaLabel = page[node.dataset.label];
  return { t: page, words: table };
}

/** Light or dark: as the reader chose, else as the system says. `changed` is called with the choice. */
export function theme(changed = () => {}) {
  const select = $("theme");
  const show = (value) => {
    if (value) document.documentElement.dataset.theme = value;
    else delete document.documentElement.dataset.theme;
    changed(value);
  };
  select.value = kept.get("theme", "");
  select.onchange = () => {
    kept.set("theme", select.value);
    show(select.value);
  };
  show(select.value);
}

/** What went wrong with a request, in words. */
export const inWords = (problem, t) => (problem.status ? fill(t.problem, { detail: problem.message }) : t.lost);

/** Shows a notice, or takes it away. */
export function notice(text, id = "notice") {
  $(id).textContent = text ?? "";
  $(id).hidden = !text;
}

/** What "Play now" means for each game. */
const AT_ONCE = {
  landlord: { options: { deals: 3 } },
  "center-row": { seats: [{ kind: "player" }, { kind: "bot" }, { kind: "bot" }] },
};

/** Creates a game and goes to its table. Throws a Problem. */
export async function create(ruleset, wanted = AT_ONCE[ruleset]) {
  const body = { ruleset, ...wanted };
  const { game, tokens } = await service().json("POST", "games", { body });
  const { token } = tokens[0] ?? {};
  note({ id: game.id, token, ruleset, at: game.created_at, commitment: game.commitment, wanted: body });
  location.href = new URL(`play/${game.id}${token ? `#token=${token}` : ""}`, root);
}

/** Makes a button busy while something is done, and tells what went wrong. */
export async function whileBusy(button, t, work, where = "notice") {
  notice(null, where);
  button.disabled = true;
  try {
    await work();
  } catch (error) {
    if (error.status === undefined) throw error;
    notice(inWords(error, t), where);
  } finally {
    button.disabled = false;
  }
}

/** Lets every "Play now" on the page create a game; until then none can be pressed. */
export function playButtons(t) {
  for (const button of document.querySelectorAll("[data-play]")) {
    button.onclick = () => whileBusy(button, t, () => create(button.dataset.play));
    button.disabled = false;
  }
}

/** The table element for the game that the address names, in the page's place for it. */
export function tableOf(id, t, token = null) {
  const table = document.createElement("card-commons-table");
  table.lang = t.code;
  if (id) table.setAttribute("game", id);
  table.token = token;
  return table;
}
