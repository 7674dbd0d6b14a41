/** Cards that are dragged by mouse, pen or finger. */

const FAR = 8;

/** Calls `drop(card, target)` where a draggable card is let go over an element with `data-drop`; a tap stays a click. */
export function dragging(root, drop) {
  let held = null;
  root.addEventListener("pointerdown", (event) => {
    const node = event.target.closest?.("button[data-card]");
    if (node && event.button === 0) held = { node, x: event.clientX, y: event.clientY, id: event.pointerId, moving: false };
  });
  root.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moving && Math.hypot(x, y) > FAR) {
      held.moving = true;
      held.node.setPointerCapture(held.id);
      held.node.classList.add("dragged");
    }
    if (held.moving) held.node.style.translate = `${x}px ${y}px`;
  });
  const end = (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { node, moving } = held;
    held = null;
    if (!moving) return;
    node.style.visibility = "hidden";
    const over = root.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest("[data-drop]")).find(Boolean);
    node.style.visibility = node.style.translate = "";
    node.classList.remove("dragged");
    node.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true });
    setTimeout(() => event.type === "pointerup" && over && drop(node.dataset.card, over.dataset.drop));
  };
  root.addEventListener("pointerup", end);
  root.addEventListener("pointercancel", end);
}
