/** How a center-row table is laid out. */

import { h } from "../draw.js";

export const lowTwo = true;
export const orders = ["rank", "suit"];

/** The state as it looks after one more event, for the moment until the service's own view is shown. */
export function after(state, event) {
  const { seat, take, give } = event;
  if (event.type === "center-row.built") {
    return { ...state, seats: state.seats.map((one) => (one.seat === seat ? { ...one, built: true } : one)) };
  }
  if (event.type !== "center-row.exchanged" && event.type !== "center-row.passed") return state;
  const seats = [...state.seats];
  if (take) {
    const { cards, known, unknown } = seats[seat].hand;
    const swap = (list) => [...list.filter((card) => card !== give), take];
    const hand = { cards: cards && swap(cards), known: swap(known), unknown: known.includes(give) ? unknown : unknown - 1 };
    seats[seat] = { ...seats[seat], hand };
  }
  const center = state.center.map((card) => (card === take ? give : card));
  return { ...state, seats, center, turns_left: state.turns_left.map((left, one) => left - (one === seat)) };
}

/** A pile of cards: all of them where they may be seen, else those that are known and the rest face down. */
function pile(table, { cards, known, unknown }, label) {
  if (cards) return cards.length > 0 && table.zone(cards, { label, class: "small" });
  return known.length + unknown > 0 && h("span", { class: "row" }, known.length > 0 && table.zone(known, { label, class: "small" }), unknown > 0 && table.backs(unknown));
}

const handsOf = (table, seat) => table.state.comparisons.map(({ hands, points }) => ({ ...hands[seat], points: points[seat] }));

const judged = (table, hands) =>
  h("div", { class: "row" }, hands.map((hand) => table.small(table.t.categories[hand.category], hand.cards)));

function place(table, seat) {
  const { state, t, own } = table;
  const { hand, locked, built } = table.of(seat);
  const over = state.comparisons.length > 0;
  const mine = seat === own && hand.cards;
  const hands = over ? handsOf(table, seat) : (seat === own && state.own_hands) || null;
  const building = mine && table.picking.bins;
  return table.panel(
    seat,
    [state.stage === "exchange" && h("span", { class: "tag" }, t.turnsLeft(state.turns_left[seat]))],
    hands
      ? judged(table, hands)
      : h("div", { class: "row" }, !mine && pile(table, hand, table.handOf(seat)), !building && locked.known.length + locked.unknown > 0 && table.named(t.locked, pile(table, locked, t.locked))),
    built && !hands && h("span", { class: "bubble" }, t.built),
  );
}

/** The parts of the table. */
export function draw(table) {
  const { state, t, own } = table;
  const { hand, locked } = table.of(own);
  return {
    others: table.others.map((seat) => place(table, seat)),
    middle: [
      table.facts([table.fill(t.phase, { phase: state.phase + 1, phases: state.phases })]),
      state.center.length > 0 && table.named(t.row, table.zone(state.center, { label: t.row, pick: true, drop: true })),
    ],
    mine: [place(table, own), hand.cards?.length > 0 && table.hand(hand.cards, {}), table.picking.bins && locked.cards && table.hand(locked.cards, {})],
    ask: state.stage === "build" ? table.fill(t.asks["center-row"].build, { hands: state.hands_to_build }) : t.asks["center-row"].exchange,
  };
}

/** Nothing is put up in between: the show is the end of the game. */
export const outcome = () => null;

/** What the end of the game shows beside its scores. */
export const ending = (table) => {
  const { t } = table;
  const { comparisons } = table.game.result.details;
  return table.grid(
    [null, ...comparisons.map((_, number) => table.fill(t.group, { number: number + 1 })), t.total],
    table.game.seats.map(({ seat }) => [
      table.name(seat),
      ...comparisons.map(({ hands, points }) => table.small(`${t.categories[hands[seat].category]} · ${points[seat]}`, hands[seat].cards)),
      table.game.result.scores[seat],
    ]),
  );
};
