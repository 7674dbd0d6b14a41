import "../table/table.js";
import { canCheck, check } from "./fairness.js";
import { $, fill, h, inWords, notice, ownGames, service, speak, tableOf, theme, whileBusy } from "./shell.js";

const { t, words } = await speak();
const id = location.pathname.split("/").at(-1);
const table = tableOf(null, t);
theme((value) => table.setAttribute("theme", value));
$("place").append(table);

const PAUSE = 1500;
let game = null;
let steps = [];
let at = 0;
let timer = null;

/** All steps, page by page. */
async function load() {
  const view = await service().json("GET", `games/${id}/view`);
  ({ game } = view);
  for (let after = ""; after !== null; ) {
    const page = await service().json("GET", `games/${id}/replay?limit=100${after === "" ? "" : `&after=${after}`}`);
    steps.push(...page.steps);
    after = page.next;
    $("count").textContent = fill(t.loadingSteps, { count: steps.length });
  }
}

function nameOf({ seat, name, level }) {
  return name ?? (level ? fill(words.bot, { number: seat + 1 }) : fill(words.seat, { number: seat + 1 }));
}

async function show(number) {
  at = Math.max(0, Math.min(number, steps.length - 1));
  const { states, events, to_act, scores } = steps[at];
  const eyes = $("eyes").value;
  const seat = eyes === "" ? 0 : Number(eyes);
  const last = at === steps.length - 1;
  const result = last ? game.result : null;
  const view = {
    game: { ...game, to_act, scores, result, status: last ? "finished" : "active", turn_deadline: null },
    seat: eyes === "" ? null : seat,
    state: states[seat],
    legal_actions: null,
  };
  $("step").value = at;
  $("count").textContent = `${at + 1} / ${steps.length}`;
  $("first").disabled = $("previous").disabled = at === 0;
  $("last").disabled = $("next").disabled = last;
  if (last) stop();
  await table.present({ view, everyone: eyes === "" ? states : null, events, past: steps.slice(Math.max(0, at - 12), at).flatMap((one) => one.events) });
}

function stop() {
  clearInterval(timer);
  timer = null;
  $("run").textContent = t.run;
}

$("run").onclick = () => {
  if (timer) return stop();
  if (at === steps.length - 1) show(0);
  timer = setInterval(() => show(at + 1), PAUSE);
  $("run").textContent = t.halt;
};
const go = (to) => {
  stop();
  show(to());
};
$("first").onclick = () => go(() => 0);
$("previous").onclick = () => go(() => at - 1);
$("next").onclick = () => go(() => at + 1);
$("last").onclick = () => go(() => steps.length - 1);
$("step").oninput = () => go(() => Number($("step").value));
$("eyes").onchange = () => show(at);
addEventListener("keydown", (event) => {
  if (["INPUT", "SELECT"].includes(event.target.tagName)) return;
  if (event.key === "ArrowLeft") go(() => at - 1);
  if (event.key === "ArrowRight") go(() => at + 1);
});

$("check").disabled = false;
$("check").onclick = () =>
  whileBusy($("check"), t, async () => {
    if (!canCheck()) return $("findings").replaceChildren(h("li", {}, t.notSecure));
    const record = await service().json("GET", `games/${id}/record`);
    const found = await check(record, ownGames().find((one) => one.id === id)?.commitment ?? null);
    const good = found.shuffles.filter(Boolean).length;
    const finding = (holds, text) => h("li", { class: holds ? "good" : "bad" }, h("b", {}, holds ? "✓ " : "✗ "), text);
    $("findings").replaceChildren(
      finding(found.commitment, found.commitment ? t.commitmentHolds : t.commitmentFails),
      ...(found.promised === null ? [] : [finding(found.promised, found.promised ? t.promiseHolds : t.promiseFails)]),
      finding(good === found.shuffles.length, t.shuffles(good, found.shuffles.length)),
      ...(found.seeded ? [h("li", { class: "bad" }, t.seeded)] : []),
      h("li", {}, t.seedIs, " ", h("code", {}, record.seed)),
    );
  });

try {
  await load();
  for (const seat of game.seats) $("eyes").append(h("option", { value: seat.seat }, nameOf(seat)));
  if (game.seats.length < 2) $("eyes").parentElement.hidden = true;
  $("step").max = steps.length - 1;
  $("player").hidden = false;
  await show(0);
} catch (error) {
  if (error.status === undefined) throw error;
  notice(error.body.code === "game_not_over" ? t.notOver : inWords(error, t));
  $("fair").hidden = true;
}
