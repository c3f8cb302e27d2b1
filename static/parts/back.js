/* Takes back the last tap of a page whose answers are not saved yet: the bar's Undo names that tap, and what
   was saved before is undone only when no tap of the page is left. The taps of each table are kept in
   sessionStorage beside the form (draft.js), without hidden answers. */
{
  let page = "", now = "", taps = [], saved = null, pressed = null, back = false;
  const form = () => one("form.ask-form[data-draft]");
  const key = () => one(".bar .un.undo");
  const answersOf = (form) =>
    `${new URLSearchParams([...new FormData(form)].filter(([name]) => name.startsWith("a.")))}`;

  // Each table has taps of its own.
  const slot = () => `taps ${page.split("|")[0]}`;

  const bare = (it) => {
    const copy = it.cloneNode(true);
    for (const each of copy.querySelectorAll("input, small")) each.remove();
    return copy.innerHTML.trim();
  };
  // The label of the tapped key; for a number also its player or unit.
  const words = (input) => {
    if (input.closest(".secret")) return "a covered answer";
    if (input.matches("[data-list]")) return pressed ? bare(pressed) : "a card";
    const label = input.closest("label:not(.fld)"), of = input.closest("[data-of]")?.dataset.of || "#";
    const not = input.type === "checkbox" && !input.checked ? "not " : "";
    return not + text(of).replace("#", () => label ? bare(label) : text(input.value) || "no number");
  };

  const show = () => {
    const undo = key();
    if (!undo) return;
    saved ??= { html: undo.querySelector("b").innerHTML, off: undo.disabled };
    undo.disabled = !taps.length && saved.off;
    undo.querySelector("b").innerHTML = taps.length ? taps[taps.length - 1].words : saved.html;
  };
  // The list of taps is per question: a redraw of the same question keeps it.
  const begin = () => {
    const here = form();
    saved = null;
    if (here?.dataset.draft !== page) {
      page = here?.dataset.draft;
      taps = [];
      now = here ? answersOf(here) : "";
      try {
        const kept = JSON.parse(sessionStorage[slot()]);
        if (kept.page === page) ({ now, taps } = kept);
      } catch { /* none kept */ }
    }
    // Filled in again, and its taps were not kept.
    if (here && !taps.length && answersOf(here) !== now) taps = [{ state: now, words: "unsaved answers" }];
    if (taps.length) show();
  };
  const keep = () => {
    show();
    const open = (name, it) => {
      if (name !== "now" && name !== "state") return it;
      const said = new URLSearchParams(it);
      for (const covered of page.split("|").slice(2)) said.delete(covered);
      return `${said}`;
    };
    try { sessionStorage[slot()] = JSON.stringify({ page, now, taps }, open); } catch { /* not kept */ }
  };

  on("click", (event) => {
    const it = event.target.closest("button, label");
    if (it?.matches("main button[name=tap]")) pressed = it;
    if (!taps.length || !key() || it !== key()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { state } = taps.pop(), said = new URLSearchParams(state), here = form();
    for (const each of here.elements) {
      if (!each.name.startsWith("a.") || each.tagName === "BUTTON") continue;
      if (each.type === "radio" || each.type === "checkbox") each.checked = said.getAll(each.name).includes(each.value);
      else each.value = said.get(each.name) ?? "";
    }
    now = state;
    back = true;
    here.dispatchEvent(new Event("change", { bubbles: true }));
    back = false;
    keep();
  }, true);
  on("change", (event) => {
    const here = form(), input = event.target;
    if (back || !here?.contains(input)) return;
    const after = answersOf(here);
    if (after === now) return;
    taps.push({ state: now, words: words(input) });
    now = after;
    keep();
  });
  onHtmx("after:swap", begin);
  begin();
}
