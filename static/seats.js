/* Seats dragged by their grip: what is let go says "move 3 1", and the server does the rest. */
(() => {
  let row = null, list = null;

  const at = (y) => [...list.children].find((each) => {
    const box = each.getBoundingClientRect();
    return y >= box.top && y <= box.bottom;
  });

  const done = () => {
    for (const each of list?.children ?? []) each.classList.remove("over", "held");
    row = list = null;
  };

  // The rows say what is typed above them, before the server has heard of it.
  document.addEventListener("input", (event) => {
    const place = event.target.name?.match(/^name\.(\d+)$/)?.[1];
    const named = place && event.target.form?.querySelector(`[data-place="${place}"]`);
    if (!named) return;
    const name = event.target.value.trim() || event.target.placeholder || "empty";
    named.querySelector("[data-who]").textContent = name;
    for (const button of named.querySelectorAll("button")) {
      button.setAttribute("aria-label", `${name} one seat ${button.value.split(" ")[0]}`);
    }
  });

  document.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest?.("[data-grip]");
    if (!grip || event.button) return;
    row = grip.closest("[data-place]");
    list = row.parentElement;
    row.classList.add("held");
    event.preventDefault();
  });

  document.addEventListener("pointermove", (event) => {
    if (!row) return;
    const there = at(event.clientY);
    for (const each of list.children) each.classList.toggle("over", each === there && each !== row);
  });

  document.addEventListener("pointerup", (event) => {
    if (!row) return;
    const there = at(event.clientY), from = row, button = row.closest("form").querySelector("[data-move]");
    done();
    if (!there || there === from) return;
    button.value = `move ${from.dataset.place} ${there.dataset.place}`;
    button.form.requestSubmit(button);
  });

  document.addEventListener("pointercancel", done);
})();
