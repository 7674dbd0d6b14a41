/** `<card-commons-table game="…">`: one game of Card Commons at which a person plays or watches. It knows no rules. */

import { texts, fill } from "../texts/choose.js";
import { dragging } from "./drag.js";
import { backs, card, h, inline, isCard, nameOf, sorted } from "./draw.js";
import { Picking } from "./picking.js";
import { Problem, Service, pause } from "./service.js";

const STYLE = new URL("./table.css", import.meta.url);
const API = new URL("../../../v1/", import.meta.url);
const BETWEEN_MOVES = 900;
const MOST_SHOWN_ONE_BY_ONE = 30;
const OUTCOME_WITH_CLOCK = 8000;
const LINES = 12;

/** The element. Attributes, events, methods and custom properties: see examples/embed/README.md. */
export class CardCommonsTable extends HTMLElement {
  static observedAttributes = ["game", "token", "api", "lang", "theme"];

  #root = this.attachShadow({ mode: "open" });
  #stop = null;
  #token = null;
  #service = null;
  #layout = null;
  #queue = [];
  #known = 0;
  #latest = null;
  #busy = false;
  #order = 0;
  #line = [];
  #message = "";
  #outcome = null;
  #linked = true;
  #told = "";
  #names = new Map();
  #second = 0;
  #pressed = false;
  #late = false;
  #spoken = [];
  #continue = null;
  #acting = false;

  /** The last View that was shown; null before the first. */
  view = null;

  /** The token of the seat; it stands in no attribute. */
  get token() {
    return this.#token ?? this.getAttribute("token");
  }

  set token(token) {
    this.#token = token;
    this.#start();
  }

  constructor() {
    super();
    dragging(this.#root, (held, target) => this.#drop(held, target));
    this.#root.addEventListener("keydown", (event) => this.#key(event));
    this.#root.addEventListener("pointerdown", () => this.#press());
  }

  /** Keeps what is pressed in its place until it is let go, wherever that is. */
  #press() {
    this.#pressed = true;
    const release = () => {
      this.#pressed = false;
      if (this.#late) setTimeout(() => this.#render());
    };
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, release, { once: true, capture: true });
  }

  connectedCallback() {
    this.#second = setInterval(() => this.#tick(), 1000);
    this.#start();
  }

  disconnectedCallback() {
    clearInterval(this.#second);
    this.#stop?.abort();
  }

  attributeChangedCallback(name, before, now) {
    if (before !== now && this.isConnected) this.#start();
  }

  /**
   * Shows a View without asking the service, as a replay does.
   * @param shown `{view, everyone, events, past}`: a View; the state of each seat in seat order, from which the cards
   *   of the others are taken; the events that led there; those before them.
   */
  async present({ view, everyone = null, events = [], past = [] }) {
    this.#stop?.abort();
    await this.#prepare(view.game);
    this.everyone = everyone;
    this.view = view;
    this.#take(view);
    this.#line = [...past, ...events].map((event) => this.#said(event)).filter(Boolean).slice(-LINES);
    this.#outcome = view.game.result ? null : events.find((event) => this.#layout.outcome(this, event));
    this.#render();
  }

  // -- following the game ------------------------------------------------------------------------------
  #start() {
    this.#stop?.abort();
    if (!this.isConnected || !this.getAttribute("game")) return;
    const stop = (this.#stop = new AbortController());
    this.#follow(stop.signal).catch((error) => this.#fail(error, stop.signal));
  }

  async #speak() {
    this.t = (await texts(this.lang || this.closest("[lang]")?.lang || [], navigator.languages)).table;
  }

  async #prepare(game) {
    await this.#speak();
    this.#layout = await import(`./games/${game.ruleset}.js`);
  }

  async #follow(signal) {
    const id = this.getAttribute("game");
    await this.#speak();
    this.everyone = null;
    this.#queue = [];
    this.#service = new Service(this.getAttribute("api") ?? API, this.token);
    this.#frame(h("p", { class: "note" }, this.t.loading));
    const view = await this.#read(signal);
    await this.#prepare(view.game);
    if (signal.aborted) return;
    this.#known = 0;
    this.#latest = view;
    this.#message = "";
    this.#outcome = null;
    this.#take(view);
    const past = `events?after=${Math.max(0, view.game.version - LINES)}&limit=${LINES}`;
    const { events } = await this.#service.json("GET", this.#path(past), { signal }, (error) => this.#waits(error));
    this.view = view;
    this.#line = events.map((event) => this.#said(event)).filter(Boolean);
    this.#show(view);
    const heard = (events) => this.#heard(events, signal);
    const linked = (on, error) => {
      if (on && this.#linked) return;
      this.#linked = on;
      this.#message = on ? "" : this.#words(error);
      this.#render();
    };
    await this.#service.follow(id, view.game.version, signal, heard, linked);
  }

  /** The view, however long it takes. */
  #read(signal) {
    return this.#service.json("GET", this.#path("view"), { signal }, (error) => this.#waits(error));
  }

  #path(what) {
    return `games/${this.getAttribute("game")}/${what}`;
  }

  #waits(error) {
    this.#message = this.#words(error);
    if (this.view) this.#render();
    else this.#frame(h("p", { class: "note", role: "alert" }, this.#message));
  }

  /** What went wrong, in words. */
  #words(error) {
    const { reason } = error.body ?? {};
    return this.t.reasons[reason] ?? (error.status ? fill(this.t.problem, { detail: error.message }) : this.t.lost);
  }

  #fail(error, signal) {
    if (signal.aborted) return;
    const code = error.body?.code ?? "unknown";
    this.#frame(h("p", { class: "note", role: "alert" }, fill(this.t.unreadable, { detail: error.message })));
    this.#tell("gone", { code });
    if (!(error instanceof Problem)) throw error;
  }

  /** Events that came by the stream or with an answer, in order; what is known already is left out. */
  #heard(events, signal) {
    const fresh = events.filter((event) => event.seq > this.#known);
    if (!fresh.length) return;
    this.#known = fresh.at(-1).seq;
    this.#queue.push(...fresh);
    this.#play(signal).catch((error) => this.#fail(error, signal));
  }

  /** Shows what has happened, one move after the other, and at last the table as the service shows it. */
  async #play(signal) {
    if (this.#busy) return;
    this.#busy = true;
    try {
      while (this.#queue.length && !signal.aborted) {
        if (this.#queue.length > MOST_SHOWN_ONE_BY_ONE) this.#queue.splice(0, this.#queue.length - 4);
        const event = this.#queue.shift();
        const state = this.view.state;
        if (state) this.view = { ...this.view, state: this.#layout.after(state, event), legal_actions: null };
        this.picking = new Picking(null);
        const said = this.#said(event);
        if (said) this.#line = [...this.#line, said].slice(-LINES);
        const { seat } = this.#queue.find((one) => one.seat !== null) ?? event;
        this.view = { ...this.view, game: { ...this.view.game, to_act: seat === null ? [] : [seat] } };
        this.#outcome = state && this.#layout.outcome(this, event) ? event : null;
        this.#render();
        if (this.#outcome) await this.#answered(signal);
        else if (event.seat !== null && event.seat !== this.view.seat) await pause(BETWEEN_MOVES, signal);
        if (!this.#queue.length && (this.#latest?.game.version ?? 0) < this.#known) this.#latest = await this.#read(signal);
      }
    } finally {
      this.#busy = false;
    }
    if (!signal.aborted) this.#show(this.#latest);
  }

  /** Resolves when the outcome of a round was read, or at a table with a clock after a while. */
  #answered(signal) {
    return new Promise((done) => {
      this.#continue = () => {
        this.#continue = null;
        this.#outcome = null;
        done();
      };
      signal.addEventListener("abort", () => done(), { once: true });
      if (this.view.seat === null || this.view.game.turn_seconds) setTimeout(() => this.#continue?.(), OUTCOME_WITH_CLOCK);
      this.#render();
      this.#root.querySelector(".result button")?.focus();
    });
  }

  #show(view) {
    this.view = view;
    this.#known = Math.max(this.#known, view.game.version);
    this.#take(view);
    this.#render();
    const yours = view.seat !== null && view.game.to_act.includes(view.seat);
    const { version, to_act: turn, result, status } = view.game;
    if (String(turn) + version !== this.#told) {
      this.#told = String(turn) + version;
      this.#tell("turn", { seat: turn[0] ?? null, version, yours });
      if (status === "finished") this.#tell("finished", { result });
    }
  }

  #take(view) {
    this.picking = new Picking(view.legal_actions);
    this.game = view.game;
    this.seat = view.seat;
    this.own = view.seat ?? 0;
  }

  #tell(name, detail) {
    const game = this.getAttribute("game");
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail: { game, ...detail } }));
  }

  // -- acting ------------------------------------------------------------------------------------------
  async #act(action) {
    if (this.#acting) return;
    this.#acting = true;
    this.#message = "";
    this.#render();
    const { signal } = this.#stop;
    const headers = { "Idempotency-Key": String(crypto.getRandomValues(new Uint32Array(4))) };
    const options = { body: action, headers, signal };
    try {
      const taken = await this.#service.json("POST", this.#path("actions"), options, (error) => this.#waits(error));
      if (taken.version >= this.#latest.game.version) this.#latest = taken.view;
      this.#message = "";
      this.#heard(taken.events, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      this.#message = this.#words(error);
    } finally {
      this.#acting = false;
    }
    this.#render();
  }

  async #hint() {
    if (this.#acting) return;
    try {
      const { action } = await this.#service.json("POST", this.#path("hint"), { body: {}, signal: this.#stop.signal });
      this.picking.take(action);
      this.#message = fill(this.t.hinted, { what: this.label(action) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#message = this.#words(error);
    }
    this.#render();
    this.#judge();
  }

  #tap(code, free) {
    this.#message = "";
    if (!this.view.legal_actions) this.#message = fill(this.t.notYourTurn, { who: this.#turnLine() });
    else if (!free && !this.picking.offers(code)) this.#message = fill(this.t.noPart, { card: nameOf(code, this.t) });
    else if (!this.picking.tap(code)) this.#message = this.t.enough;
    this.#render();
    this.#judge();
  }

  #drop(code, target) {
    const { picking } = this;
    const [kind, value] = target.split(":");
    if (!this.view.legal_actions) return this.#tap(code);
    if (kind === "bin") picking.put(code, Number(value));
    else for (const one of kind === "card" ? [code, value] : [code]) if (picking.offers(one) && !picking.cards.includes(one)) picking.tap(one);
    const ready = picking.types.filter((type) => picking.groups(type)?.length !== 0).flatMap((type) => picking.actions(type));
    if (kind !== "bin" && ready.length === 1) return this.#act(ready[0]);
    this.#render();
    this.#judge();
  }

  #explain(type) {
    const { cards } = this.picking;
    const groups = this.picking.groups(type);
    if (!groups && cards.length) return this.#act({ type, cards });
    const sum = groups?.reduce((a, b) => a + b, 0);
    this.#message = groups ? this.t.choose(sum) : this.t.chooseSome;
    this.#render();
  }

  #key(event) {
    const node = event.target;
    if (event.key === "Escape" && this.picking?.cards.length) {
      this.picking.places = [];
      this.#render();
    }
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const zone = step && node.closest?.("[role=group]");
    if (!zone) return;
    const all = [...zone.querySelectorAll("button[data-card]")];
    const next = all[all.indexOf(node) + step];
    if (!next) return;
    event.preventDefault();
    for (const one of all) one.tabIndex = one === next ? 0 : -1;
    next.focus();
  }

  /** Asks the service what the hands that are put together would be, and shows it. */
  async #judge() {
    const wanted = (this.picking.bins?.map((_, bin) => this.picking.bin(bin)) ?? [this.picking.cards])
      .filter((cards) => cards.length && !cards.includes(null))
      .filter((cards) => !this.#names.has(String([...cards].sort())) && this.#judged(cards));
    await Promise.all(wanted.map(async (cards) => {
      const path = `rulesets/${this.game.ruleset}/hands`;
      const answer = await this.#service.json("POST", path, { body: { hands: [cards] } }).catch((error) => {
        if (!(error instanceof Problem)) throw error;
        return null; // only the name of the hand is not shown
      });
      if (answer) this.#names.set(String([...cards].sort()), answer.hands[0].category);
    }));
    if (wanted.length) this.#render();
  }

  #judged(cards) {
    return this.picking.bins ? cards.length > 2 : cards.length === this.#judging;
  }

  // -- what the layouts draw with ------------------------------------------------------------------------
  fill = fill;

  get state() {
    return this.view.state;
  }

  /** The seats beside the own one, clockwise. */
  get others() {
    const { length } = this.game.seats;
    return Array.from({ length: length - 1 }, (_, index) => (this.own + 1 + index) % length);
  }

  /** What the reader may know of a seat's cards. */
  of(seat) {
    return (this.everyone?.[seat] ?? this.state).seats[seat];
  }

  /** A seat's name, or words for it. */
  name(seat) {
    const { name: given, kind, level } = this.game.seats[seat];
    if (seat === this.seat && !this.everyone) return this.t.you;
    if (given) return given;
    return level ? `${fill(this.t.bot, { number: seat + 1 })} (${this.t.levels[level]})` : fill(kind === "open" ? this.t.open : this.t.seat, { number: seat + 1 });
  }

  handOf(seat) {
    return seat === this.seat && !this.everyone ? this.t.hand : fill(this.t.handOf, { who: this.name(seat) });
  }

  signed(points) {
    return points > 0 ? `+${points}` : String(points).replace("-", "−");
  }

  backs(count) {
    return backs(count, this.t.hidden(count));
  }

  named(label, ...nodes) {
    return h("div", { class: "named" }, h("span", { class: "label" }, label), nodes);
  }

  /** Small cards under a label. */
  small(label, cards, kind = "small") {
    return this.named(label, this.zone(cards, { label, class: kind }));
  }

  facts(list) {
    return h("p", { class: "facts" }, list.filter(Boolean).map((one) => h("span", {}, one)));
  }

  grid([corner, ...heads], rows) {
    return h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": this.t.points },
      h("table", {},
        h("thead", {}, h("tr", {}, corner === null ? h("td") : h("th", { scope: "col" }, corner), heads.map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, rows.map(([first, ...cells]) => h("tr", {}, h("th", { scope: "row" }, first), cells.map((cell) => h("td", {}, typeof cell === "number" ? this.signed(cell).replace("+", "") : cell)))))));
  }

  /** What a round came to. */
  result(title, content) {
    return h("section", { class: "result", "aria-label": title }, h("h2", {}, title), content,
      this.#continue && this.#button("act", "continue", () => this.#continue?.(), this.t.go));
  }

  panel(seat, tags, ...content) {
    const turn = this.game.to_act.includes(seat) && !this.everyone;
    const { resigned } = this.game.seats[seat];
    const score = this.state.scores?.[seat];
    return h("section", { class: `panel${turn ? " turn" : ""}`, "aria-label": this.name(seat), "data-seat": seat },
      h("h2", {}, this.name(seat), resigned && ` (${this.t.gone})`, " ", tags,
        score !== undefined && h("span", { class: "tag" }, fill(this.t.score, { score: this.signed(score).replace("+", "") })),
        turn && h("span", { class: "tag now" }, this.t.turnMark)),
      content);
  }

  /** Cards side by side; with `pick` those that have a part in a legal action can be picked, with `any` all of them. */
  zone(cards, { label, class: kind = "", pick = false, any = false, more = null, numbered = false, drop = false, turned = null } = {}) {
    const { picking } = this;
    const mine = Boolean(this.view.legal_actions);
    const shown = picking?.bins ? cards.filter((one) => !picking.cards.includes(one)) : cards;
    let first = true;
    const nodes = shown.map((code) => {
      const place = picking?.places.indexOf(code) ?? -1;
      const can = mine && (any || (pick && picking.offers(code)));
      const attributes = { class: code === turned ? "reserved" : "", "data-key": `card:${code}` };
      if (!can) return card(code, this.t, attributes);
      Object.assign(attributes, {
        "aria-pressed": String(place >= 0),
        "data-drop": drop && `card:${code}`,
        tabindex: first ? 0 : -1,
        onclick: () => this.#tap(code, any),
      });
      first = false;
      return card(code, this.t, attributes, numbered && place >= 0 && picking.cards.length > 3 ? (place < 2 ? 1 : 2) : null);
    });
    return h("span", { class: `cards ${kind}`, role: "group", "aria-label": label }, nodes, more);
  }

  /** The own hand, in the order that the reader likes. */
  hand(cards, { any = false, numbered = false, label = this.handOf(this.own), judge = 0 } = {}) {
    const orders = this.#layout.orders;
    const order = orders[this.#order % orders.length];
    const given = this.#layout.lowTwo || order !== "rank" ? sorted(cards, order, this.#layout.lowTwo) : cards;
    const turn = () => {
      this.#order += 1;
      this.#render();
    };
    this.#judging = judge;
    return h("div", { class: "hand" },
      h("div", { class: "bar" }, h("span", { class: "label" }, label), this.#button("plain", "sort", turn, this.t.sort[order])),
      this.zone(given, { label, any, pick: true, numbered, class: given.length > 8 ? "many" : "" }));
  }

  #judging = 0;

  /** What a button for an action says. */
  label(action) {
    const value = action.points ?? (action.set === undefined ? "" : action.set + 1);
    return fill(this.t.actions[action.type], { value });
  }

  button(action) {
    const kind = action.kind && `: ${this.t.kinds[action.kind]}`;
    return this.#button("act", JSON.stringify(action), () => this.#act(action), [this.label(action), kind]);
  }

  #button(kind, key, onclick, text, more = {}) {
    return h("button", { type: "button", class: kind, "data-key": key, onclick, ...more }, text);
  }

  // -- drawing -------------------------------------------------------------------------------------------
  #buttons() {
    const { picking, t } = this;
    const made = picking.types.filter((type) => type !== "five-three.choose_set").map((type) => {
      const ready = picking.actions(type);
      if (ready.length) return ready.map((action) => this.button(action));
      return this.#button("act", type, () => this.#explain(type), this.label({ type }), { "aria-disabled": "true" });
    });
    const clear = () => {
      picking.places = [];
      this.#message = "";
      this.#render();
    };
    return h("div", { class: "actions" }, made,
      this.#button("plain", "clear", clear, t.clear, { disabled: !picking.cards.length }),
      this.#button("plain", "hint", () => this.#hint(), t.hint));
  }

  #bins(labels) {
    const { picking, t } = this;
    return h("div", { class: "bins" }, picking.bins.map((size, number) => {
      const cards = picking.bin(number);
      const label = labels?.[number] ?? fill(t.group, { number: number + 1 });
      const full = cards.filter(Boolean);
      const name = t.categories[this.#names.get(String([...full].sort()))];
      const put = (code) => card(code, t, { "data-key": `card:${code}`, "aria-pressed": "true", onclick: () => this.#tap(code) });
      return h("div", { class: "bin", "data-drop": `bin:${number}` },
        h("span", { class: "label" }, label, " · ", full.length < size ? fill(t.needed, { chosen: full.length, count: size }) : (name ?? "✓")),
        h("span", { class: "cards", role: "group", "aria-label": label }, cards.map((code) => (code ? put(code) : h("span", { class: "card slot", "aria-hidden": "true" })))));
    }));
  }

  #turnLine() {
    const { t, game, seat } = this;
    if (game.status === "finished") return t.over;
    if (game.status === "waiting") return t.waiting;
    if (!game.to_act.length) return "…";
    if (seat !== null && game.to_act.includes(seat)) return t.yourTurn;
    return fill(t.turnOf, { who: game.to_act.map((one) => this.name(one)).join(", ") });
  }

  #end() {
    const { t, game, seat } = this;
    const { winners, draw, scores, details } = game.result;
    const won = winners.includes(seat);
    const names = winners.map((one) => this.name(one)).join(", ");
    const solo = scores.length === 1;
    const title = draw ? t.drawn : won && winners.length > 1 ? t.shared : seat === null || this.everyone ? fill(winners.length ? t.winner : t.over, { who: names }) : won ? t.won : t.lostGame;
    const more = Object.values(details).some((value) => value?.length) && this.#layout.ending(this);
    return h("section", { class: "result end", "aria-label": title }, h("h2", {}, title),
      !solo && !won && !draw && seat !== null && !this.everyone && h("p", {}, fill(t.winner, { who: names })),
      more || this.grid([null, t.total], scores.map((score, one) => [this.name(one), score])));
  }

  /** What an event says, as a line: who, what, and the cards. */
  #said(event) {
    const { t } = this;
    if (["created", "five-three.built", "ten-hands.bots_shown"].includes(event.type) && event.seat === null) return null;
    const draw = (cards) => (cards ?? []).filter(isCard).map((one) => inline(one, t));
    const taken = event.cards ?? event.kept ?? event.sets?.flat() ?? event.aside ?? event.hand?.cards ?? [event.take ?? event.turned ?? event.card];
    const given = event.give ?? (event.turned && event.card);
    const round = (event.round ?? event.phase ?? event.deal ?? 0) + 1;
    const words = { points: event.points, bid: event.bid, kind: t.kinds[event.kind], round, phase: round, deal: round };
    const text = t.events[event.type] ?? event.type;
    const parts = text.split(/(\{cards\}|\{given\})/).map((part) => (part === "{cards}" ? draw(taken.flat()) : part === "{given}" ? draw([given]) : fill(part, words)));
    const who = event.seat ?? event.landlord;
    return [who === null || who === undefined ? "" : h("b", {}, `${this.name(who)}: `), parts];
  }

  /** Writes the time that is left for the turn, each second. */
  #tick() {
    const node = this.#root.querySelector(".clock");
    const deadline = this.view?.game.turn_deadline;
    if (!node || !deadline) return;
    const seconds = Math.max(0, Math.round((Date.parse(deadline) - Date.now()) / 1000));
    node.textContent = fill(this.t.time, { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` });
    node.classList.toggle("late", seconds < 10);
  }

  #render() {
    if (!this.view) return;
    this.#late = this.#pressed;
    if (this.#late) return;
    const { t, view } = this;
    this.game = view.game;
    const over = view.game.status === "finished" && !this.#queue.length && !this.#outcome;
    const head = h("div", { class: "head" },
      h("p", { class: "status" }, this.#turnLine()), h("span", { class: "clock", role: "timer" }),
      !this.#linked && h("span", { class: "tag lost" }, t.lost));
    if (!view.state) {
      const seats = view.game.seats.map((_, seat) => h("li", {}, this.name(seat)));
      return this.#frame(head, h("ul", { class: "seats" }, seats));
    }
    this.#judging = 0;
    const parts = this.#layout.draw(this);
    const picked = String([...this.picking.cards].sort());
    const hand = !this.picking.bins && t.categories[this.#names.get(picked)];
    return this.#frame(
      head,
      this.#outcome ? this.#layout.outcome(this, this.#outcome) : over && this.#end(),
      h("ol", { class: "log" }, this.#line.map((line) => h("li", {}, line))),
      parts.others.length > 0 && h("div", { class: "others" }, parts.others),
      h("section", { class: "middle", "aria-label": t.middle, "data-drop": "act" }, parts.middle),
      view.legal_actions && this.picking.bins && this.#bins(parts.bins),
      h("div", { class: "mine" }, parts.mine),
      (view.legal_actions || this.#message) && h("div", { class: "do", "aria-busy": this.#acting && "true" },
        h("p", { class: "message" }, this.#message),
        view.legal_actions && [h("p", { class: "ask" }, hand ?? parts.ask), this.#buttons()]),
    );
  }

  /** Tells a screen reader what is new: whose turn it is, what has happened, what was answered. */
  #speakUp() {
    const now = [this.view && this.#turnLine(), this.#line.at(-1)?.flat(3).map((part) => part?.ariaLabel ?? part?.textContent ?? part).join(" "), this.#message];
    const fresh = now.filter((text, index) => text && text !== this.#spoken[index]);
    this.#spoken = now;
    if (fresh.length) this.#root.querySelector(".spoken").textContent = fresh.join(". ");
  }

  #frame(...children) {
    const active = this.#root.activeElement;
    const key = active?.dataset?.key;
    const before = new Map([...this.#root.querySelectorAll("[data-card]")].map((node) => [node.dataset.card, node.getBoundingClientRect()]));
    let table = this.#root.querySelector(".table");
    if (!table) {
      this.#root.replaceChildren(h("link", { rel: "stylesheet", href: STYLE }));
      this.#root.append((table = h("div", { class: "table", tabindex: -1 })), h("p", { class: "spoken", role: "status" }));
    }
    table.dataset.ruleset = this.view?.game.ruleset ?? "";
    table.replaceChildren(...children.filter(Boolean));
    this.#tick();
    this.#speakUp();
    if (active) {
      const same = key && [...table.querySelectorAll("[data-key]")].find((node) => node.dataset.key === key && node.matches("button:enabled"));
      const next = same || (table.querySelector(".hand button[data-card]") ?? table.querySelector(".actions button") ?? table);
      next.focus({ preventScroll: true });
      if (same && same.tabIndex < 0) {
        for (const node of same.parentElement.children) node.tabIndex = node === same ? 0 : -1;
      }
    }
    if (matchMedia("(prefers-reduced-motion: reduce)").matches || this.getAttribute("motion") === "none") return;
    for (const node of table.querySelectorAll("[data-card]")) {
      const from = before.get(node.dataset.card);
      const to = node.getBoundingClientRect();
      if (!from || !to.width || (Math.abs(from.x - to.x) < 2 && Math.abs(from.y - to.y) < 2)) continue;
      const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;
      node.animate([{ transform: start, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }], { duration: 250, easing: "ease-out" });
    }
  }
}

if (!customElements.get("card-commons-table")) customElements.define("card-commons-table", CardCommonsTable);
