/* What is filled in and not sent is kept in this window, and stands there again when one comes back
   to the very question from the sheet, the rules or the menu. A covered answer is not kept. */
{
  const draft = (then) => {
    const looks = one("[data-draft]"), form = looks && one(looks.getAttribute("hx-include"));
    try {
      if (form) then(looks.getAttribute("hx-post").split("?")[0], form, ...looks.dataset.draft.split("|"));
    } catch { /* not kept */ }
  };
  // `asked` is when the question came to be asked: after any answer or undo it is another.
  const keep = () => draft((path, form, asked, ...covered) => {
    const body = new URLSearchParams(new FormData(form));
    for (const name of covered) body.delete(name);
    sessionStorage[path] = `${asked}&${body}`;
  });
  on("change", keep);
  on("input", keep);

  draft(async (path, form, asked) => {
    const kept = sessionStorage[path];
    if (!kept?.startsWith(`${asked}&`)) return;
    const answer = await post(path, kept + "&tap=");
    // Who was quicker goes on with what he sees.
    if (answer.ok && kept === sessionStorage[path]) fresh(await answer.text());
  });
}
