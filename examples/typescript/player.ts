// Play one game to its end, by chance, through the generated client: npm start landlord [URL].
import { createGame, listLegalActions, type NewGame, submitAction } from "card-commons-client";
import { createClient } from "card-commons-client/client";

const GAMES: Record<string, NewGame> = {
  "five-three": { ruleset: "five-three" },
  "center-row": { ruleset: "center-row" },
  "ten-hands": { ruleset: "ten-hands" },
  oregon: { ruleset: "ten-hands", options: { variant: "oregon" } },
  landlord: { ruleset: "landlord", options: { deals: 3 } },
};

const [name = "", baseUrl = "http://127.0.0.1:8000"] = process.argv.slice(2);
const body = GAMES[name];
if (!body) throw new Error(`which game? one of ${Object.keys(GAMES).join(", ")}`);

const client = createClient({ baseUrl, throwOnError: true });
const { data: created } = await createGame({ client, body, throwOnError: true });
const mine = { client, path: { game_id: created.game.id }, auth: () => created.tokens[0]?.token, throwOnError: true } as const;
let game = created.game;
while (game.status !== "finished") {
  const { data: page } = await listLegalActions({ ...mine, query: { sample: 1 } });
  const [action] = page.actions; // here a player of yours thinks
  if (!action) throw new Error("it is nobody's turn");
  const { data: taken } = await submitAction({ ...mine, body: action });
  game = taken.view.game;
}
console.log(game.ruleset, "scores", game.scores, "winners", game.result?.winners);
