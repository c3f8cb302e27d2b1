/* What is filled in and not sent is kept in this window, and stands there again when one comes back
   to the very question from the sheet, the rules or the menu. A covered answer is not kept. */
{
  // Where the page is drawn again, since when it asks (after any answer or undo it is another), what lies covered.
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
  // A key of the form may fill in, too, and leave the question as it is.
  told("after:swap", ({ sourceElement }) => draft((form) => {
    if (form.contains(sourceElement) && form.dataset.draft === before) keep();
    before = form.dataset.draft;
  }));

  draft(async (form, path, asked) => {
    before = form.dataset.draft;
    const kept = sessionStorage[path];
    if (!kept?.startsWith(`${asked}&`)) return;
    const answer = await post(path, kept + "&tap=&do=look");
    // Who was quicker goes on with what he sees.
    if (answer.ok && kept === sessionStorage[path]) fresh(await answer.text());
  });
}
