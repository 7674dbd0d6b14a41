// A word for every leaf of the three great unions. A leaf that a document adds is one that nothing here says a word for.
import type { Action, GameEvent, TableView } from "card-commons-client";

function never(leaf: never): never {
  throw new Error(`a leaf that has no word: ${JSON.stringify(leaf)}`);
}

/** A word for an action. */
export function ofAction(action: Action): string {
  switch (action.type) {
    case "five-three.reserve":
      return `reserve ${action.card}`;
    case "five-three.discard":
      return `discard ${action.cards.join(" ")}`;
    case "five-three.offer_three":
      return `offer ${action.cards.join(" ")}`;
    case "five-three.offer_sets":
      return `offer ${action.sets.map((hand) => hand.join(" ")).join(", ")}`;
    case "five-three.choose_card":
      return `choose ${action.card}`;
    case "five-three.choose_set":
      return `choose set ${action.set}`;
    case "five-three.build":
      return `build ${action.five.join(" ")}, ${action.three.join(" ")}`;
    case "center-row.exchange":
      return `take ${action.take} for ${action.give}`;
    case "center-row.pass":
      return "pass";
    case "center-row.build":
      return `build ${action.hands.map((hand) => hand.join(" ")).join(", ")}`;
    case "ten-hands.bank":
      return `bank ${action.cards.join(" ")}`;
    case "ten-hands.cover":
      return `cover ${action.card}`;
    case "ten-hands.open_row":
      return "open a row";
    case "landlord.bid":
      return `bid ${action.points}`;
    case "landlord.pass":
      return "pass";
    case "landlord.play":
      return `play ${action.cards.join(" ")}`;
    default:
      return never(action);
  }
}

/** A word for the table, whatever the game. */
export function ofTable(state: TableView): string {
  switch (state.ruleset) {
    case "five-three":
      return `round ${state.round}`;
    case "center-row":
      return `phase ${state.phase} of ${state.phases}`;
    case "ten-hands":
      return `${state.cards_left} cards left`;
    case "landlord":
      return `deal ${state.deal} of ${state.deals}`;
    default:
      return never(state);
  }
}

/** Whether an event is of one game alone. */
export function isOfOneGame(event: GameEvent): boolean {
  switch (event.type) {
    case "created":
    case "joined":
    case "started":
    case "timed_out":
    case "resigned":
    case "seat_taken_over":
    case "game_over":
      return false;
    case "five-three.dealt":
    case "five-three.drew":
    case "five-three.reserved":
    case "five-three.discarded":
    case "five-three.offered":
    case "five-three.chosen":
    case "five-three.built":
    case "five-three.round_over":
    case "center-row.dealt":
    case "center-row.exchanged":
    case "center-row.passed":
    case "center-row.locked":
    case "center-row.built":
    case "center-row.shown":
    case "ten-hands.dealt":
    case "ten-hands.turned":
    case "ten-hands.banked":
    case "ten-hands.covered":
    case "ten-hands.opened_row":
    case "ten-hands.bots_shown":
    case "landlord.dealt":
    case "landlord.bid":
    case "landlord.passed":
    case "landlord.chosen":
    case "landlord.thrown_in":
    case "landlord.played":
    case "landlord.deal_over":
      return true;
    default:
      return never(event);
  }
}
