/** Elements, cards, and where cards lie. */

/** An element with properties (`class`, `data-…`, `aria-…` and other attributes, `on…` listeners) and children. */
export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== null && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const SUITS = {
  c: "M16 3a6 6 0 0 0-5 9 6 6 0 1 0 3 10l-2 7h8l-2-7a6 6 0 1 0 3-10 6 6 0 0 0-5-9z",
  d: "M16 2l10 14-10 14L6 16z",
  h: "M16 29C4 19 3 14 3 10a6.5 6.5 0 0 1 13-2 6.5 6.5 0 0 1 13 2c0 4-1 9-13 19z",
  s: "M16 2c9 9 12 12 12 17a6 6 0 0 1-10 4l2 7h-8l2-7A6 6 0 0 1 4 19c0-5 3-8 12-17z",
  J: "M16 2l4 9.5 10 1-7.6 6.7 2.3 10L16 24l-8.7 5.2 2.3-10L2 12.5l10-1z",
};
const SVG = "http://www.w3.org/2000/svg";

/** A suit (c, d, h, s) or the star of a Joker (J) as a drawing. */
export function suit(which) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 32 32");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", SUITS[which]);
  svg.append(path);
  return svg;
}

/** Whether a value of a field is a card. */
export const isCard = (value) => /^([2-9TJQKA][cdhs]|[BR]J)$/.test(value);

/** The rank of a card in which landlord compares: `T` of `Td`, the whole of a Joker. */
export const rank = (card) => (card.endsWith("J") ? card : card[0]);

const face = (card) => {
  const joker = card.endsWith("J");
  const letter = joker ? "" : card[0] === "T" ? "10" : card[0];
  const mark = () => suit(joker ? "J" : card[1]);
  return [h("span", { class: "corner", "aria-hidden": "true" }, letter, mark()), h("span", { class: "pip" }, mark())];
};

/** Whether a card is printed in red. */
const red = (card) => (card.endsWith("J") ? card === "RJ" : "dh".includes(card[1]));

/** The name of a card in words, as a screen reader says it. */
export const nameOf = (card, t) =>
  card.endsWith("J") ? t.jokers[card] : t.card(t.ranks[card[0]], t.suits[card[1]]);

/** A card in a line of text. */
export function inline(card, t) {
  const joker = card.endsWith("J");
  const text = joker ? t.joker : card[0] === "T" ? "10" : card[0];
  const attributes = { class: `inline${red(card) ? " red" : ""}`, role: "img", "aria-label": nameOf(card, t) };
  return h("span", attributes, h("span", { "aria-hidden": "true" }, text), suit(joker ? "J" : card[1]));
}

/** A card face up: a button where `attributes` has an onclick, else a picture with a name. */
export function card(code, t, attributes = {}, badge = null) {
  const kind = `card${red(code) ? " red" : ""}${code.endsWith("J") ? " joker" : ""}`;
  const common = { ...attributes, class: `${kind} ${attributes.class ?? ""}`, "data-card": code, "aria-label": nameOf(code, t) };
  const inside = [face(code), badge && h("span", { class: "badge" }, badge)];
  return attributes.onclick ? h("button", { type: "button", ...common }, inside) : h("span", { role: "img", ...common }, inside);
}

/** A card face down. */
export const back = () => h("span", { class: "card back", "aria-hidden": "true" });

/** So many cards face down, with their number in words. */
export function backs(count, label) {
  const shown = Array.from({ length: Math.min(count, 10) }, back);
  return h("span", { class: "cards small pile", role: "img", "aria-label": label, title: label }, shown);
}

const RANKS = "23456789TJQKA";

/** Cards in another order: `rank`, `suit`, or as they came. `lowTwo` is false where a 2 is above the ace. */
export function sorted(cards, order, lowTwo) {
  if (order === "dealt") return cards;
  const height = (one) => (one.endsWith("J") ? (one === "RJ" ? 21 : 20) : one[0] === "2" && !lowTwo ? 15 : RANKS.indexOf(one[0]));
  const bySuit = (one) => (order === "suit" ? (one.endsWith("J") ? 4 : "cdsh".indexOf(one[1])) : 0);
  return [...cards].sort((a, b) => bySuit(a) - bySuit(b) || height(a) - height(b));
}
