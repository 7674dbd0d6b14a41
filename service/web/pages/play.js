import "../table/table.js";
import { $, Problem, create, fill, inWords, kept, note, notice, ownGames, root, service, speak, tableOf, theme, whileBusy } from "./shell.js";

const { t } = await speak();
const id = location.pathname.split("/").at(-1);
const asked = new URLSearchParams(location.hash.slice(1));
const token = asked.get("token");
const table = tableOf(id, t, token);
theme((value) => table.setAttribute("theme", value));

const pageOf = (hash) => new URL(`play/${id}${hash}`, root).href;

/** What the page around the table shows of the game. */
function around(view) {
  const { game } = view;
  const own = ownGames().find((one) => one.id === id);
  const open = game.seats.some((seat) => !seat.taken);
  $("rules-link").href = new URL(`rules/${game.ruleset}`, root);
  $("rules-link").hidden = false;
  $("title").textContent = t.games[game.ruleset]?.title ?? game.ruleset;
  $("invite").hidden = !(open && token);
  $("join").hidden = !(open && asked.has("join") && !token);
  $("link").value = pageOf("#join");
  $("resign").hidden = view.seat === null || game.status !== "active";
  $("after").hidden = game.status !== "finished";
  $("again").hidden = !own?.wanted;
  $("replay").href = new URL(`replay/${id}`, root);
  if (token && view.seat !== null) {
    note({ id, token, ruleset: game.ruleset, at: own?.at ?? game.created_at, commitment: own?.commitment ?? game.commitment, over: game.status === "finished" });
  }
  const turn = view.seat !== null && game.to_act.includes(view.seat);
  document.title = `${turn ? `● ${t.yourTurn} – ` : ""}${$("title").textContent} – Card Commons`;
}

table.addEventListener("turn", () => around(table.view));
table.addEventListener("gone", ({ detail }) => notice(t.gone[detail.code] ?? t.gone.other));
$("place").append(table);

$("copy").onclick = async () => {
  $("link").select();
  try {
    await navigator.clipboard.writeText($("link").value);
  } catch {
    document.execCommand("copy"); // addresses that aren't secure have no clipboard
  }
  $("copy").textContent = t.copied;
};

$("name").value = kept.get("name", "");
$("join").onsubmit = (event) => {
  event.preventDefault();
  whileBusy(event.submitter, t, async () => {
    const name = $("name").value.trim();
    kept.set("name", name);
    const { token: mine, game } = await service().json("POST", `games/${id}/join`, { body: { name } });
    note({ id, token: mine, ruleset: game.ruleset, at: game.created_at, commitment: game.commitment });
    history.replaceState(null, "", pageOf(`#token=${mine}`));
    location.reload();
  });
};

$("resign").onclick = () => $("resign-dialog").showModal();
$("resign-dialog").onclose = () => {
  if ($("resign-dialog").returnValue !== "yes") return;
  whileBusy($("resign"), t, () => service(token).json("POST", `games/${id}/resign`));
};

$("again").onclick = () =>
  whileBusy($("again"), t, () => {
    const { ruleset, ...wanted } = ownGames().find((one) => one.id === id).wanted;
    return create(ruleset, wanted);
  });
addEventListener("hashchange", () => location.reload());
