// A site that embeds a game of Card Commons: it creates a game, puts the table on the page, and hears how it goes.

const asked = new URLSearchParams(location.search);
const SERVICE = asked.get("service") ?? "http://127.0.0.1:8000";
const status = document.getElementById("status");

// The element's script. It is the only one that is loaded from there.
await import(`${SERVICE}/embed.js`);

async function newGame(wanted) {
  const response = await fetch(`${SERVICE}/v1/games`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(wanted),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.detail);
  return { id: answer.game.id, token: answer.tokens[0].token };
}

// As an element: the token is a property, so that it stands in no markup.
const game = await newGame({ ruleset: "five-three", options: { target: 1 } });
const table = document.createElement("card-commons-table");
table.setAttribute("game", game.id);
table.token = game.token;
table.addEventListener("turn", ({ detail }) => {
  status.textContent = detail.yours ? "It is your turn." : "The bot is thinking.";
});
table.addEventListener("finished", ({ detail }) => {
  status.textContent = detail.result.winners.includes(0) ? "You won. Well played!" : "The bot won. Another one?";
});
document.getElementById("element").append(table);

// In a frame: the token is in the fragment, which no server gets to see.
const framed = await newGame({ ruleset: "ten-hands" });
const frame = document.createElement("iframe");
frame.title = "A table of Ten Hands";
frame.setAttribute("sandbox", "allow-scripts");
frame.src = `${SERVICE}/embed/${framed.id}#token=${framed.token}`;
document.getElementById("frame").append(frame);
