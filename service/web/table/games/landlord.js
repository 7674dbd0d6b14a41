/** How a landlord table is laid out. */

import { h } from "../draw.js";

export const lowTwo = false;
export const orders = ["rank", "suit"];

/** The state as it looks after one more event, for the moment until the service's own view is shown. */
export function after(state, event) {
  const seats = [...state.seats];
  const { seat } = event;
  switch (event.type) {
    case "landlord.bid":
    case "landlord.passed":
      if (state.phase === "bidding") return { ...state, bids: [...state.bids, { seat, points: event.points ?? null }] };
      return { ...state, passed: [...state.passed, seat] };
    case "landlord.chosen":
      seats[event.landlord] = { ...seats[event.landlord], count: 20 };
      return { ...state, seats, phase: "play", landlord: event.landlord, aside: event.aside, bid: event.bid, stake: event.bid };
    case "landlord.played": {
      const { count, cards, played } = seats[seat];
      const left = cards?.filter((card) => !event.cards.includes(card));
      seats[seat] = { seat, count: count - event.cards.length, cards: left ?? null, played: [...played, ...event.cards] };
      return { ...state, seats, trick: [...(state.passed.length === 2 ? [] : state.trick), event], passed: [] };
    }
    default:
      return state;
  }
}

/** What stands in front of a seat: its last word or play. */
function said(table, seat) {
  const { state, t } = table;
  if (state.phase === "bidding") {
    const bid = state.bids.findLast((one) => one.seat === seat);
    return bid && h("span", { class: "bubble" }, bid.points ? table.fill(t.bid, bid) : t.pass);
  }
  if (state.passed.includes(seat)) return h("span", { class: "bubble" }, t.pass);
  const play = state.trick.findLast((one) => one.seat === seat);
  const last = play === state.trick.at(-1);
  return play && table.zone(play.cards, { label: t.kinds[play.kind], class: last ? "small last" : "small old" });
}

function panel(table, seat) {
  const { state, t } = table;
  const { cards, count } = table.of(seat);
  const role = state.landlord !== null && h("span", { class: "tag" }, seat === state.landlord ? t.landlord : t.farmer);
  const held = cards ? table.zone(cards, { label: table.handOf(seat), class: "small" }) : table.backs(count);
  return table.panel(seat, [role], h("span", { class: "count" }, t.cardsHeld(count)), held, h("div", { class: "said" }, said(table, seat)));
}

/** The parts of the table. */
export function draw(table) {
  const { state, t, own } = table;
  const last = state.trick.at(-1);
  const facts = [table.fill(t.deal, { deal: state.deal + 1, deals: state.deals }), state.stake > 0 && table.fill(t.stake, state)];
  const aside = state.aside ? table.zone(state.aside, { label: t.aside, class: "small" }) : table.backs(3);
  const trick = last
    ? table.fill(t.trick, { kind: t.kinds[last.kind], who: table.name(last.seat) })
    : state.phase === "play" && t.lead;
  return {
    others: table.others.map((seat) => panel(table, seat)),
    middle: [
      table.facts(facts),
      h("div", { class: "row" }, table.named(t.aside, aside)),
      trick && h("p", { class: "note" }, state.passed.length === 2 ? t.lead : trick),
    ],
    mine: [
      table.panel(own, [state.landlord !== null && h("span", { class: "tag" }, own === state.landlord ? t.landlord : t.farmer)], h("div", { class: "said" }, said(table, own))),
      table.of(own).cards ? table.hand(table.of(own).cards, { any: true }) : table.backs(table.of(own).count),
    ],
    ask: state.phase === "bidding" ? t.asks.landlord.bidding : last && state.passed.length < 2 ? t.asks.landlord.follow : t.asks.landlord.lead,
  };
}

/** What a deal came to, shown until it is put away. */
export function outcome(table, event) {
  const { t } = table;
  if (event.type !== "landlord.deal_over") return null;
  const { outcome: deal } = event;
  return table.result(table.fill(t.dealOver, { deal: deal.deal + 1, who: table.name(deal.out) }), [
    h("p", {}, table.fill(t.stake, deal), deal.spring && ` – ${t.spring}`),
    table.grid(
      [null, t.landlord, t.points, t.total],
      deal.points.map((points, seat) => [table.name(seat), seat === deal.landlord ? "✓" : "", table.signed(points), deal.scores[seat]]),
    ),
    deal.hands_left.filter((left) => left.cards.length).map((left) => table.small(table.handOf(left.seat), left.cards)),
  ]);
}

/** What the end of the game shows beside its scores. */
export const ending = (table) => {
  const { deals } = table.game.result.details;
  const { t } = table;
  return table.grid(
    [null, ...deals.map((deal) => table.fill(t.events["landlord.dealt"], { deal: deal.deal + 1 })), t.total],
    table.game.seats.map(({ seat }) => [table.name(seat), ...deals.map((deal) => table.signed(deal.points[seat])), table.game.result.scores[seat]]),
  );
};
