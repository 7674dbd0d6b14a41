/** From the legal actions of a view and the cards that were picked to actions that can be sent. Knows no game. */

import { isCard, rank } from "./draw.js";

/** Key of a card among those that make no difference: in landlord its rank, else the card itself. */
const keyOf = (type) => (type.startsWith("landlord.") ? rank : (card) => card);

const isCardField = (values) => !values.one_of || isCard(values.one_of[0]);

/** How many cards each group of a field takes: [3] for one list of three. */
function sizes(values) {
  if (values.groups) return values.groups;
  if (values.any_of) return [values.any_of[0].length];
  return [values.choose ?? 1];
}

const offered = (values) => values.from ?? values.any_of?.flat() ?? values.one_of;

/** The cards that are picked, place by place; a place that was emptied is filled first. */
export class Picking {
  /** @param choices `legal_actions` of a view, or null out of turn. */
  constructor(choices) {
    this.choices = choices ?? [];
    this.places = [];
    this.types = [...new Set(this.choices.map((choice) => choice.type))];
  }

  /** The picked cards without the empty places. */
  get cards() {
    return this.places.filter(Boolean);
  }

  /** Whether a card has a part in some legal action. */
  offers(card) {
    return this.choices.some((choice) => {
      const key = keyOf(choice.type);
      return Object.values(choice.fields).some((v) => isCardField(v) && offered(v).some((one) => key(one) === key(card)));
    });
  }

  /** How many cards the groups of an action of this type take, field by field: [5, 3]; null where it varies. */
  groups(type) {
    const all = this.choices.filter((choice) => choice.type === type);
    const each = all.map((one) => Object.values(one.fields).filter(isCardField).flatMap(sizes));
    const varies = all.some((one) => Object.values(one.fields).some((v) => v.any_of?.some((l) => l.length !== v.any_of[0].length)));
    return varies || each.some((one) => String(one) !== String(each[0])) ? null : each[0];
  }

  /** The groups where there is one type of action only, whose fields divide the cards up; else null. */
  get bins() {
    const groups = this.types.length === 1 ? this.groups(this.types[0]) : null;
    return groups?.length > 1 && this.#fieldOf(this.choices[0]) === null ? groups : null;
  }

  /** Names of fields that take one card each from cards of their own, as an exchange's; null where there are none. */
  #fieldOf(choice) {
    const fields = Object.entries(choice.fields).filter(([, values]) => values.one_of && isCard(values.one_of[0]));
    return fields.length > 1 ? fields : null;
  }

  /** Picks a card or puts it back; false where no more can be picked. */
  tap(card, place = null) {
    const at = this.places.indexOf(card);
    if (at >= 0) this.places[at] = null;
    if (at >= 0 && place === null) return true;
    const most = Math.max(0, ...this.types.map((type) => this.groups(type)?.reduce((a, b) => a + b, 0) ?? 54));
    for (const choice of this.choices) {
      const field = this.#fieldOf(choice)?.find(([, values]) => values.one_of.includes(card));
      if (field) this.places = this.places.filter((one) => !field[1].one_of.includes(one));
    }
    if (most === 1) this.places = [];
    if (place === null && this.cards.length >= most) return false;
    const hole = place ?? this.places.indexOf(null);
    if (hole < 0) this.places.push(card);
    else {
      while (this.places.length <= hole) this.places.push(null);
      this.places[hole] = card;
    }
    return true;
  }

  /** Puts a card into a bin: its first empty place, or the place of its last card where it is full. */
  put(card, bin) {
    const start = this.bins.slice(0, bin).reduce((a, b) => a + b, 0);
    const range = Array.from({ length: this.bins[bin] }, (_, index) => start + index);
    this.tap(card, range.find((at) => !this.places[at] || this.places[at] === card) ?? range.at(-1));
  }

  /** The cards in a bin, with null for an empty place. */
  bin(number) {
    const start = this.bins.slice(0, number).reduce((a, b) => a + b, 0);
    return Array.from({ length: this.bins[number] }, (_, index) => this.places[start + index] ?? null);
  }

  /** The actions of a type that the picked cards make, complete and legal: bodies to send. */
  actions(type) {
    const made = this.choices.filter((choice) => choice.type === type).flatMap((choice) => this.#made(choice));
    return made.filter((one, index) => made.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === index);
  }

  #made(choice) {
    const { cards, places } = this;
    const key = keyOf(choice.type);
    const keys = (list) => list.map(key).sort().join();
    const fields = Object.entries(choice.fields);
    const lists = fields.filter(([, values]) => values.any_of).length;
    let actions = [{ type: choice.type }];
    let used = 0;
    let at = 0;
    for (const [name, values] of fields) {
      let value;
      if (values.groups) {
        value = values.groups.map((size) => places.slice(at, (at += size)).filter(Boolean));
        if (value.some((group, index) => group.length !== values.groups[index] || !group.every((c) => values.from.includes(c)))) return [];
        used += at;
      } else if (values.choose) {
        value = cards.filter((card) => values.from.includes(card));
        if (value.length !== values.choose) return [];
        used += value.length;
      } else if (values.any_of) {
        const size = values.any_of[0].length;
        value = (lists > 1 ? places.slice(at, (at += size)) : cards).filter(Boolean);
        if (!values.any_of.some((list) => keys(list) === keys(value))) return [];
        used += value.length;
      } else if (isCard(values.one_of[0])) {
        const found = cards.filter((card) => values.one_of.includes(card));
        if (found.length !== 1) return [];
        [value] = found;
        used += 1;
      } else {
        actions = actions.flatMap((action) => values.one_of.map((one) => ({ ...action, [name]: one })));
        continue;
      }
      actions = actions.map((action) => ({ ...action, [name]: value }));
    }
    return used === cards.length || !fields.some(([, values]) => isCardField(values)) ? actions : [];
  }

  /** Picks the cards of an action, as a hint names it. */
  take(action) {
    const { type, kind, ...fields } = action;
    this.places = Object.values(fields).flat(2).filter((value) => isCard(value));
  }
}
