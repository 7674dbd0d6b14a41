// One game of center-row on openapi-fetch, which has the types and nothing else: node types_only.js URL.
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { Action, Game, paths } from "./card-commons-client.d.ts";

const [baseUrl = "http://127.0.0.1:8000"] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl });

const { data: created, error } = await api.POST("/v1/games", { body: { ruleset: "center-row" } });
assert(created, error?.detail);
const path = { game_id: created.game.id };
const headers = { Authorization: `Bearer ${created.tokens[0]?.token}` };

/** One legal action. */
async function anyAction(): Promise<Action> {
  const { data } = await api.GET("/v1/games/{game_id}/legal-actions", { params: { path, query: { sample: 1 } }, headers });
  const action = data?.actions[0];
  assert(action);
  return action;
}

let game: Game = created.game;
while (game.status !== "finished") {
  const { data: taken } = await api.POST("/v1/games/{game_id}/actions", { params: { path }, headers, body: await anyAction() });
  assert(taken);
  assert(taken.view.state?.ruleset === "center-row");
  game = taken.view.game;
}
const refused = await api.POST("/v1/games/{game_id}/actions", { params: { path }, headers, body: { type: "center-row.pass" } });
assert.equal(refused.error?.code, "game_over");
console.log("scores", game.scores);
