/** A table alone on a page, for a frame on another site. The fragment may hold token, lang and theme. */

import "../table/table.js";

const asked = new URLSearchParams(location.hash.slice(1));
const table = document.createElement("card-commons-table");
for (const name of ["lang", "theme"]) if (asked.get(name)) table.setAttribute(name, asked.get(name));
table.setAttribute("game", location.pathname.split("/").at(-1));
table.token = asked.get("token");
document.getElementById("place").append(table);
for (const name of ["turn", "finished", "gone"]) {
  table.addEventListener(name, ({ detail }) => parent.postMessage({ source: "card-commons", type: name, ...detail }, "*"));
}
