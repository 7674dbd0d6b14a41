// All that a client does, through the generated one: node tour.js URL. It ends with an error where an answer is another.
import assert from "node:assert/strict";
import {
  type Action,
  createGame,
  type GameEvent,
  getAgent,
  getGame,
  getHint,
  getRecord,
  getReplay,
  getRules,
  getView,
  joinGame,
  judgeHands,
  listEvents,
  listGames,
  listLegalActions,
  listTurns,
  type Problem,
  registerAgent,
  removeGame,
  removeMyAgent,
  streamEvents,
  submitAction,
} from "card-commons-client";
import { createClient } from "card-commons-client/client";
import { isOfOneGame, ofAction, ofTable } from "./leaves.js";

const [baseUrl = "http://127.0.0.1:8000"] = process.argv.slice(2);
const client = createClient({ baseUrl });

/** The answer, which is no problem. */
function answered<T>({ data, error }: { data?: T; error?: unknown }): T {
  assert.equal(error, undefined);
  assert(data !== undefined);
  return data;
}

/** The problem, which is of this status and code. */
function refused({ error }: { error?: Problem | undefined }, status: number, code: string): Problem {
  assert(error);
  assert.deepEqual([error.status, error.code], [status, code]);
  return error;
}

const created = answered(
  await createGame({
    client,
    body: {
      ruleset: "landlord",
      options: { deals: 3 },
      seed: "a tour",
      visibility: "public",
      seats: [{ kind: "player", name: "Ann" }, { kind: "open" }, { kind: "bot", level: "beginner" }],
    },
  }),
);
const path = { game_id: created.game.id };
const [token] = created.tokens;
assert(token);
const host = { client, path, auth: () => created.host_token };
const ann = { client, path, auth: () => token.token };
const anyone = { client, path };
assert.equal(answered(await getView(anyone)).state, null);
refused(await submitAction({ ...ann, body: { type: "landlord.pass" } }), 409, "game_not_started");
const joined = answered(await joinGame({ ...anyone, body: { name: "Ben" } }));
assert.equal(joined.seat, 1);
refused(await joinGame({ ...anyone, body: { name: "Cem" } }), 409, "no_open_seat");
const ben = { client, path, auth: () => joined.token };

/** Follow the game to its end, as events happen. */
async function followed(): Promise<GameEvent[]> {
  const { stream } = await streamEvents({ ...ann, sseMaxRetryAttempts: 1 });
  const told: GameEvent[] = [];
  for await (const event of stream) told.push(event);
  return told;
}

/** Look at the table; the ETag of Ann's view, which is asked for again without an answer. */
async function look(): Promise<string> {
  const seen = await getView(ann);
  const { state, legal_actions } = answered(seen);
  assert(state?.ruleset === "landlord");
  assert.deepEqual(
    state.seats.map((seat) => seat.cards !== null),
    [true, false, false],
  );
  assert(legal_actions);
  const etag = seen.response.headers.get("ETag");
  assert(etag);
  const again = await getView({ ...ann, headers: { "If-None-Match": etag } });
  assert.equal(again.response.status, 304);
  return etag;
}

/** Each kind of problem that a client can make. */
async function beRefused(etag: string): Promise<void> {
  const body: Action = { type: "landlord.bid", points: 3 };
  refused(await submitAction({ ...anyone, body }), 401, "token_missing");
  refused(await submitAction({ ...host, body }), 403, "not_your_seat");
  refused(await getGame({ client, path: { game_id: "nowhere" } }), 404, "game_not_found");
  refused(await listGames({ client, query: { cursor: "no cursor" } }), 400, "malformed");
  refused(await getRecord(anyone), 409, "game_not_over");
  refused(await submitAction({ ...ann, body, headers: { "If-Match": "99" } }), 412, "version_conflict");
  const turnedAway = refused(await submitAction({ ...ben, body }), 409, "not_your_turn");
  assert.deepEqual(turnedAway.to_act, [0]);
  assert.equal(`"${turnedAway.version}-0"`, etag);
  const invalid = await submitAction({ ...ann, body: { type: "landlord.bid", points: 9 } });
  assert(refused(invalid, 422, "validation_error").errors);
  const illegal = await submitAction({ ...ann, body: { type: "landlord.play", cards: ["RJ"] } });
  assert(refused(illegal, 422, "illegal_action").reason);
}

/** Ann bids; that her bid is sent again changes nothing. */
async function act(etag: string): Promise<void> {
  const headers = { "If-Match": etag, "Idempotency-Key": crypto.randomUUID() };
  const first = answered(await submitAction({ ...ann, headers, body: { type: "landlord.bid", points: 1 } }));
  const again = answered(await submitAction({ ...ann, headers, body: { type: "landlord.bid", points: 1 } }));
  assert.deepEqual(again, first);
  const other = await submitAction({ ...ann, headers, body: { type: "landlord.bid", points: 2 } });
  refused(other, 422, "idempotency_key_reused");
  const hint = answered(await getHint({ ...ben, body: { level: "skilled" } }));
  answered(await submitAction({ ...ben, body: hint.action, headers: { "If-Match": `${hint.version}` } }));
}

/** A word for each legal action, page by page. */
async function legalWords(who: typeof ann): Promise<string[]> {
  let page = answered(await listLegalActions({ ...who, query: { limit: 3 } }));
  const words = page.actions.map(ofAction);
  while (page.next !== null) {
    page = answered(await listLegalActions({ ...who, query: { limit: 3, cursor: page.next } }));
    words.push(...page.actions.map(ofAction));
  }
  assert.equal(words.length, page.count);
  return words;
}

/** Ann and Ben take legal actions until the game is over. */
async function play(): Promise<void> {
  let game = answered(await getGame(anyone));
  const words = await legalWords(game.to_act[0] === 0 ? ann : ben);
  assert(words.length > 0);
  while (game.status !== "finished") {
    const who = game.to_act[0] === 0 ? ann : ben;
    const [action] = answered(await listLegalActions({ ...who, query: { sample: 1 } })).actions;
    assert(action);
    const { view } = answered(await submitAction({ ...who, body: action }));
    assert(view.state && ofTable(view.state).startsWith("deal "));
    game = view.game;
  }
  assert(game.result?.details.ruleset === "landlord");
  const record = answered(await getRecord(anyone));
  assert.deepEqual([record.seed, record.result.winners], ["a tour", game.result.winners]);
  const page = answered(await getReplay({ ...anyone, query: { limit: 1 } }));
  assert.deepEqual([page.count, page.steps[0]?.action, page.next], [1 + record.actions.length, null, 0]);
  const [bid] = answered(await getReplay({ ...anyone, query: { after: 0, limit: 1 } })).steps;
  assert.deepEqual(bid?.action, record.actions[0]?.action);
  assert(bid?.states.every((state) => ofTable(state).startsWith("deal ")));
}

/** Ann's events, page by page. */
async function listedEvents(): Promise<GameEvent[]> {
  const events: GameEvent[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: { events: GameEvent[]; next: number | null } = answered(
      await listEvents({ ...ann, query: { after, limit: 50 } }),
    );
    events.push(...page.events);
    after = page.next;
  }
  return events;
}

/** The game is in the list of those that are public, page by page. */
async function find(): Promise<void> {
  const found: string[] = [];
  let page = answered(await listGames({ client, query: { ruleset: "landlord", limit: 1 } }));
  found.push(...page.games.map((game) => game.id));
  while (page.next !== null) {
    page = answered(await listGames({ client, query: { ruleset: "landlord", limit: 1, cursor: page.next } }));
    found.push(...page.games.map((game) => game.id));
  }
  assert(found.includes(created.game.id));
}

/** The rules, and what a hand is by them. */
async function askWithoutAGame(): Promise<void> {
  assert(answered(await getRules({ client, path: { ruleset: "center-row" } })).startsWith("#"));
  const hands = { hands: [["9h", "Th", "Jh", "Qh", "RJ"]] };
  const judged = answered(await judgeHands({ client, path: { ruleset: "center-row" }, body: hands }));
  assert("order" in judged);
  assert.equal(judged.hands[0]?.wild[0]?.stands_for, "Kh");
}

/** An agent comes, asks for its turns, and goes. */
async function beAnAgent(): Promise<void> {
  const name = `tour-${crypto.randomUUID().slice(0, 8)}`;
  const registered = answered(await registerAgent({ client, body: { name, rulesets: ["landlord"] } }));
  const agent = { client, auth: () => registered.token };
  assert.deepEqual(answered(await listTurns(agent)).turns, []);
  assert(answered(await getAgent({ client, path: { name } })).online);
  assert.equal((await removeMyAgent(agent)).response.status, 204);
  refused(await getAgent({ client, path: { name } }), 404, "agent_not_found");
}

await askWithoutAGame();
await beAnAgent();
await find();
const following = followed();
const etag = await look();
await beRefused(etag);
await act(etag);
await play();
const listed = await listedEvents();
assert.deepEqual(await following, listed);
assert.deepEqual([listed.at(0)?.type, listed.at(-1)?.type], ["created", "game_over"]);
assert(listed.some(isOfOneGame));
refused(await removeGame(ann), 403, "not_the_host");
assert.equal((await removeGame(host)).response.status, 204);
refused(await getGame(anyone), 404, "game_not_found");
console.log("the tour is over");
