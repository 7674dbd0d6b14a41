/** How a five-three table is laid out. */

import { back, h } from "../draw.js";

export const lowTwo = true;
export const orders = ["rank", "suit"];

/** The state as it looks after one more event, for the moment until the service's own view is shown. */
export function after(state, event) {
  const seats = [...state.seats];
  const change = (seat, fields) => (seats[seat] = { ...seats[seat], ...fields });
  const { seat } = event;
  const mine = seats[seat];
  const spend = (count, name, cards, more) => {
    const hand = mine.hand?.filter((card) => !cards?.includes(card)) ?? null;
    change(seat, { hand_count: mine.hand_count - count, hand, used: [...mine.used, name], ...more });
  };
  switch (event.type) {
    case "five-three.drew":
      change(seat, { hand_count: mine.hand_count + 1, hand: mine.hand && event.card ? [...mine.hand, event.card] : mine.hand });
      return { ...state, seats, draw_pile: state.draw_pile - 1, turn: seat };
    case "five-three.reserved":
      spend(1, "reserve", [event.card], { reserved: event.card });
      return { ...state, seats };
    case "five-three.discarded":
      spend(2, "discard", event.cards, { discarded: event.cards });
      return { ...state, seats };
    case "five-three.offered":
      spend(event.sets.flat().length, event.action, event.sets.flat());
      return { ...state, seats, offer: event };
    case "five-three.chosen":
      change(seat, { kept: [...mine.kept, ...event.kept] });
      change(1 - seat, { kept: [...seats[1 - seat].kept, ...event.left] });
      return { ...state, seats, offer: null };
    case "five-three.built":
      change(seat, { built: true });
      return { ...state, seats };
    default:
      return state;
  }
}

function collection(table, seat) {
  const { t } = table;
  const { reserved, kept, used } = table.of(seat);
  const hidden = !reserved && used.includes("reserve") && h("span", { role: "img", "aria-label": t.hidden(1) }, back());
  const cards = reserved ? [...kept, reserved] : kept;
  const building = seat === table.own && table.picking.bins && table.state.phase === "build";
  return (cards.length > 0 || hidden) && table.named(t.collection, table.zone(cards, { label: t.collection, class: building ? "" : "small", pick: building, more: hidden, turned: reserved }));
}

function build(table, seat) {
  const { t } = table;
  const { built, build: hands } = table.of(seat);
  if (!built) return null;
  return hands
    ? [table.small(t.five, hands.five), table.small(t.three, hands.three)]
    : h("span", { class: "bubble" }, t.built);
}

const used = (table, seat) =>
  ["reserve", "discard", "offer_three", "offer_sets"].map((one) =>
    h("span", { class: `tag ${table.of(seat).used.includes(one) ? "" : "faint"}` }, table.t.usedWords[one], table.of(seat).used.includes(one) && " ✓"),
  );

function place(table, seat) {
  const { t } = table;
  const { hand, hand_count: count, discarded, built } = table.of(seat);
  const shown = seat !== table.own && (hand ? hand.length > 0 && table.zone(hand, { label: table.handOf(seat), class: "small" }) : count > 0 && table.backs(count));
  const thrown = discarded?.length > 0 && table.small(t.discarded, discarded, "small old");
  return table.panel(seat, [], h("div", { class: "tags" }, used(table, seat)), shown, h("div", { class: "row" }, built ? build(table, seat) : collection(table, seat), thrown));
}

/** The parts of the table. */
export function draw(table) {
  const { state, t, own } = table;
  const { offer } = state;
  const hand = table.of(own).hand;
  const sets = offer?.sets.map((set, number) => {
    const action = table.picking.actions("five-three.choose_set").find((one) => one.set === number);
    return h("div", { class: "set" }, table.zone(set, { label: offer.sets.length === 2 ? table.fill(t.set, { number: number + 1 }) : t.kinds.single, pick: true }), action && table.button(action));
  });
  const asks = t.asks["five-three"];
  return {
    others: table.others.map((seat) => place(table, seat)),
    middle: [
      table.facts([table.fill(t.round, { round: state.round + 1, target: state.target }), `${t.pile}: ${t.cardsLeft(state.draw_pile)}`]),
      offer && table.named(table.fill(t.offer, { who: table.name(offer.seat) }), h("div", { class: "sets" }, sets)),
    ],
    mine: [place(table, own), hand ? hand.length > 0 && table.hand(hand, { numbered: true }) : table.backs(table.of(own).hand_count)],
    ask: table.fill(asks[state.phase] ?? "", { other: offer ? table.name(offer.seat) : "" }),
    bins: state.phase === "build" ? [t.five, t.three] : [1, 2].map((number) => table.fill(t.set, { number })),
  };
}

/** What a round came to, shown until it is put away. */
export function outcome(table, event) {
  const { t } = table;
  if (event.type !== "five-three.round_over") return null;
  const { outcome: round } = event;
  const cell = (judged, won) => h("div", { class: won && "best" }, table.small(t.categories[judged.category], judged.cards), won && " ✓");
  return table.result(table.fill(t.roundOver, { round: round.round + 1 }), [
    table.grid(
      [null, t.five, t.three, t.points, t.total],
      round.hands.map(({ seat, five, three }) => [
        table.name(seat),
        cell(five, round.five_winner === seat),
        cell(three, round.three_winner === seat),
        table.signed(round.points[seat]),
        round.scores[seat],
      ]),
    ),
  ]);
}

/** What the end of the game shows beside its scores. */
export const ending = (table) => {
  const { rounds } = table.game.result.details;
  return table.grid(
    [null, ...rounds.map((one) => String(one.round + 1)), table.t.total],
    table.game.seats.map(({ seat }) => [table.name(seat), ...rounds.map((one) => one.points[seat]), table.game.result.scores[seat]]),
  );
};
