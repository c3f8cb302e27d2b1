/* Keeps an unsent form in sessionStorage, and restores it on the way back to the same question from the
   sheet, the rules or the menu. "Cancel" drops it. Hidden answers are not stored. */
{
  // The form's URL, the time of its question (new after each answer or undo), and its hidden answers.
  const draft = (then) => {
    const form = one("[data-draft]");
    try {
      const [path, asked, ...covered] = form.dataset.draft.split("|");
      then(form, path + location.search, asked, covered);
    } catch { /* not kept */ }
  };
  let before;
  const keep = () => draft((form, path, asked, covered) => {
    const body = new URLSearchParams(new FormData(form));
    for (const name of covered) body.delete(name);
    sessionStorage[path] = `${asked}&${body}`;
  });
  on("change", keep);
  on("input", keep);
  on("click", ({ target }) => {
    if (target.closest("[data-cancel]")) draft((form, path) => delete sessionStorage[path]);
  });
  // A submit button may only fill in part of the form and leave the question the same.
  onHtmx("after:swap", ({ sourceElement }) => draft((form) => {
    if (form.contains(sourceElement) && form.dataset.draft === before) keep();
    before = form.dataset.draft;
  }));

  // A swap may give a key's control to another answer. Attribute and control stay the same.
  onHtmx("before:swap", () => {
    for (const each of all("[type=radio], [type=checkbox]")) each.toggleAttribute("checked", each.checked);
  });
  // htmx follows in the same script.
  queueMicrotask(() => window.htmx.registerExtension("checked", {
    htmx_before_morph_attr(control, { attrName, newValue }) {
      if (attrName === "checked") control.checked = newValue !== null;
    },
  }));

  draft(async (form, path, asked) => {
    before = form.dataset.draft;
    const kept = sessionStorage[path];
    if (!kept?.startsWith(`${asked}&`)) return;
    const answer = await post(path, kept + "&tap=&do=look");
    // Input that arrived meanwhile is kept.
    if (answer.ok && kept === sessionStorage[path]) fresh(await answer.text());
  });
}
