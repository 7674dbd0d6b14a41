import { $, create, forget, fill, h, notice, ownGames, playButtons, root, service, speak, theme, whileBusy } from "./shell.js";

const { t, words } = await speak();
theme();
playButtons(t);
const rulesets = new Map();
const EVERY = 10_000;

for (const tile of document.querySelectorAll("[data-ruleset]")) {
  const own = t.games[tile.dataset.ruleset];
  if (own) [tile.querySelector("h2").textContent, tile.querySelector(".summary").textContent] = [own.title, own.line];
}

const titleOf = (id) => t.games[id]?.title ?? id;
const link = (path, text) => h("a", { class: "button", href: new URL(path, root) }, text);

// -- options -------------------------------------------------------------------------------------------
function select(name, label, options, value) {
  const choices = options.map(([key, text]) => h("option", { value: key, selected: String(key) === String(value) }, text));
  return h("label", { class: "field" }, h("span", {}, label), h("select", { name }, choices));
}

function option(name, schema) {
  const label = t.optionNames[name] ?? name;
  const text = (value) => t.optionValues[value] ?? String(value);
  if (schema.enum) return select(`option.${name}`, label, schema.enum.map((one) => [one, text(one)]), schema.default);
  const { minimum, maximum, multipleOf: step = 1 } = schema;
  if ((maximum - minimum) / step < 4) {
    const all = Array.from({ length: (maximum - minimum) / step + 1 }, (_, index) => minimum + index * step);
    return select(`option.${name}`, label, all.map((one) => [one, text(one)]), schema.default);
  }
  const input = { type: "number", name: `option.${name}`, min: minimum, max: maximum, step, value: schema.default, required: true };
  return h("label", { class: "field" }, h("span", {}, label), h("input", input));
}

function seatFields(count) {
  const bots = ["beginner", "skilled", "expert"].map((level) => [level, fill(t.botSeat, { level: words.levels[level] })]);
  return Array.from({ length: count }, (_, seat) =>
    select(`seat.${seat}`, fill(t.seat, { number: seat + 1 }), [["me", t.me], ["open", t.friend], ...bots], seat ? "skilled" : "me"));
}

async function showOptions(id) {
  if (!rulesets.has(id)) rulesets.set(id, await service().json("GET", `rulesets/${id}`));
  const { seat_counts: counts, options_schema: schema } = rulesets.get(id);
  const seats = h("div", {}, seatFields(counts[0]));
  const count = counts.length > 1 && select("seats", t.seats, counts.map((one) => [one, String(one)]), counts[0]);
  if (count) count.querySelector("select").onchange = (event) => seats.replaceChildren(...seatFields(Number(event.target.value)));
  $("options-title").textContent = titleOf(id);
  $("options-fields").replaceChildren(
    ...Object.entries(schema.properties).map(([name, one]) => option(name, one)),
    ...(count ? [count] : []),
    ...(counts.at(-1) > 1 ? [seats] : []),
    h("label", { class: "field" }, h("span", {}, t.yourName), h("input", { name: "name", maxlength: 40, autocomplete: "nickname", value: localStorageName() })),
    select("clock", t.clock, [["", t.noClock], [30, t.seconds(30)], [60, t.seconds(60)], [300, t.minutes(5)], [86400, t.oneDay]], ""),
    h("label", { class: "check" }, h("input", { type: "checkbox", name: "public" }), h("span", {}, t.makePublic)),
  );
  notice(null, "options-notice");
  $("options").dataset.ruleset = id;
  $("options").showModal();
}

const localStorageName = () => ownGames().find((one) => one.wanted?.seats?.some((seat) => seat.name))?.wanted.seats.find((seat) => seat.name).name ?? "";

function wanted(form) {
  const data = new FormData(form);
  const name = data.get("name").trim();
  const seats = [...data].filter(([key]) => key.startsWith("seat.")).map(([, who]) =>
    who === "me" ? { kind: "player", ...(name && { name }) } : who === "open" ? { kind: "open" } : { kind: "bot", level: who });
  const options = Object.fromEntries([...data].filter(([key]) => key.startsWith("option.")).map(([key, value]) => [key.slice(7), /^\d+$/.test(value) ? Number(value) : value]));
  const alone = { kind: "player", ...(name && { name }) };
  return {
    options,
    seats: seats.length ? seats : [alone],
    visibility: data.get("public") ? "public" : "unlisted",
    ...(data.get("clock") && { turn_seconds: Number(data.get("clock")) }),
  };
}

for (const button of document.querySelectorAll("[data-options]")) {
  button.onclick = () => whileBusy(button, t, () => showOptions(button.dataset.options));
  button.disabled = false;
}
$("options-form").onsubmit = (event) => {
  if (event.submitter?.value !== "create") return;
  event.preventDefault();
  const body = wanted(event.target);
  if (body.seats.filter((seat) => seat.kind === "player").length > 1) return notice(t.oneMe, "options-notice");
  whileBusy(event.submitter, t, () => create($("options").dataset.ruleset, body), "options-notice");
};

// -- games ---------------------------------------------------------------------------------------------
function players({ seats }) {
  return seats.map((seat) => seat.name ?? (seat.level ? fill(t.botSeat, { level: words.levels[seat.level] }) : seat.taken ? t.somebody : t.free)).join(" · ");
}

const line = (title, more, ...actions) => h("li", {}, h("span", { class: "what" }, h("b", {}, title), h("span", { class: "quiet" }, more)), h("span", { class: "buttons" }, actions));

function showOwn() {
  const games = ownGames();
  $("own").hidden = !games.length;
  $("own-list").replaceChildren(...games.map((game) => {
    const remove = h("button", { type: "button", onclick: () => showOwn(forget(game.id)) }, t.forget);
    const at = new Date(game.at).toLocaleString(t.code, { dateStyle: "medium", timeStyle: "short" });
    const go = game.over ? link(`replay/${game.id}`, t.replay) : link(`play/${game.id}${game.token ? `#token=${game.token}` : ""}`, t.goOn);
    return line(titleOf(game.ruleset), at, go, remove);
  }));
}

async function showPublic() {
  try {
    const { games } = await service().json("GET", "games?limit=20");
    $("public-none").hidden = games.length > 0;
    $("public-list").replaceChildren(...games.map((game) => {
      const go = { waiting: [`play/${game.id}#join`, t.join], active: [`play/${game.id}`, t.watch], finished: [`replay/${game.id}`, t.replay] };
      return line(titleOf(game.ruleset), players(game), link(...go[game.status]));
    }));
  } catch (error) {
    if (error.status === undefined) throw error; // what is shown stays, and is asked for again
  }
}

showOwn();
await showPublic();
setInterval(() => document.visibilityState === "visible" && showPublic(), EVERY);
