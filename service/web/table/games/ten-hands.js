/** How a ten-hands table is laid out, classic and Oregon. */

import { h } from "../draw.js";

export const lowTwo = true;
export const orders = ["dealt", "rank", "suit"];

/** Nobody else moves, so the service's own view is always there. */
export const after = (state) => state;

const hands = (table, list) =>
  h("div", { class: "row" }, list.map(({ cards, category }) => table.small(table.t.categories[category], cards)));

const rows = (table, list, last) =>
  h("div", { class: "rows" }, list.map(({ cards, points }, number) =>
    h("div", { class: "line" }, table.zone(cards, { label: table.t.rowPoints(points), class: last && number === list.length - 1 ? "" : "small", pick: last, drop: last }), h("span", { class: "count" }, table.t.rowPoints(points)))));

/** The parts of the table. */
export function draw(table) {
  const { state, t } = table;
  const { classic, oregon } = state;
  const facts = table.facts([t.cardsLeft(state.cards_left)]);
  if (classic) {
    return {
      others: [],
      middle: [facts, classic.hands.length > 0 && table.named(t.banked, hands(table, classic.hands))],
      mine: [table.panel(table.own, []), classic.pool.length > 0 && table.hand(classic.pool, { label: t.pool, judge: 5 })],
      ask: t.asks["ten-hands"].classic,
    };
  }
  const running = oregon.turned !== null;
  const settled = running ? oregon.rows.slice(0, -1) : oregon.rows;
  return {
    others: [],
    middle: [facts, settled.length > 0 && table.named(t.rows, rows(table, settled, false))],
    mine: [
      table.panel(table.own, [h("span", { class: "tag" }, t.rowPoints(oregon.rows.reduce((sum, row) => sum + row.points, 0)))]),
      running && h("div", { class: "row" }, table.named(t.turned, table.zone([oregon.turned], { label: t.turned, any: true })), rows(table, oregon.rows.slice(-1), true)),
    ],
    ask: t.asks["ten-hands"].oregon,
  };
}

/** Nothing is put up in between. */
export const outcome = () => null;

/** What the end of the game shows beside its scores: each bot's result, and what it made. */
export const ending = (table) => {
  const { t, state } = table;
  return (state.bots ?? []).map((bot) =>
    h("details", {},
      h("summary", {}, table.fill(t.against, { outcome: t.outcomes[bot.outcome], level: t.levels[bot.level], score: bot.score, bot: bot.bot_score })),
      bot.hands.length > 0 && hands(table, bot.hands),
      bot.rows.length > 0 && rows(table, bot.rows, false)));
};
