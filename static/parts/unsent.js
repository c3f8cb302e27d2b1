/* Entries that did not get through. They are kept in their order, in the page and in localStorage, with the
   ids the server gave their forms, and sent again until they are answered; the server enters an id
   once. A table with one of them takes no other: nobody can know the next question before. */
{
  // What only one player may see is not said, and lies covered again while it waits.
  const COVERED = "covered answer", REST = 400;
  const FIRST = 1500, MOST = 20000, LASTS = 864e5, SLOW = 1500;
  let queue = [], entry = null, wait = FIRST, timer = 0, slow = 0, busy = false;
  try { queue = JSON.parse(memory("unsent")); } catch { /* not ours */ }
  queue = Array.isArray(queue) ? queue.filter((each) => Date.now() - each.at < LASTS) : [];

  const kept = () => {
    memory("unsent", queue.length ? JSON.stringify(queue) : "");
    wait = FIRST;
  };
  const table = (path) => path.match(/^\/t\/\w+/)?.[0];
  const here = () => queue.find((each) => table(each.path) === table(location.pathname));
  const HOURGLASS = '<svg class="ico" viewBox="0 0 24 24" aria-hidden="true"><path d="M7 3h10L7 21h10z"/></svg>';

  // The page while an entry waits: it is named and marked, and everything else rests.
  let as_was = null, back = 0;
  const mark = (mine, words, late) => {
    const page = one("#table.app"), line = one("#msg");
    if (!page || !line) return;
    if (!mine) {
      if (as_was?.line.isConnected) {
        as_was.line.outerHTML = as_was.text;
        one("#takeback")?.remove();
        for (const each of all(".bar [data-off]")) { each.hidden = false; delete each.dataset.off; }
        for (const each of all(".sent")) each.classList.remove("sent");
        page.classList.remove("waiting");
      }
      as_was = null;
      return;
    }
    if (!page.classList.contains("waiting")) as_was = { line, text: line.outerHTML };
    page.classList.add("waiting");
    say("wait", `${HOURGLASS}<span><b>${words}: ${text(mine.words)}.</b>${late ? " Sent again by itself; nothing is lost." : ""}</span>`);
    const key = all(`main button[name="${mine.name}"], .bar button[name="${mine.name}"]`).find((each) => each.value === mine.value);
    const cover = key?.closest(".secret");
    (cover || key)?.classList.add("sent");
    if (!late || one("#takeback")) return;
    for (const each of all(".bar > .bt")) { each.hidden = true; each.dataset.off = ""; }
    back = performance.now();
    one(".bar")?.insertAdjacentHTML("beforeend", `<button type="button" class="bt" id="takeback"><span>Take ${text(mine.label)} back<small>it has not been saved</small></span></button>`);
  };
  const show = () => {
    const mine = here(), float = one("#offline");
    mark(mine, "Waiting for the network", true);
    if (!float) return;
    float.hidden = !queue.length || !!(mine && one("#msg"));
    float.textContent = queue.length ? `Waiting for the network: ${queue[0].words}.` : "";
  };

  const label = (form, button) => {
    if (button?.closest(".secret")) return COVERED;
    const said = (button?.querySelector(":scope > span:not(.sr), .sr") || button)?.firstChild?.textContent?.trim();
    return (said || form.querySelector("h1, legend")?.textContent || "").trim().replace(/^Save( and deal|:)? ?/, "").slice(0, 40) || "your entry";
  };
  // What an answer says stands on its form, in the same words as on the key that undoes it.
  const named = (form, button, name) => JSON.parse(form.dataset.told || "{}")[button?.value] || name;

  on("submit", (event) => {
    const form = event.target, button = event.submitter;
    const path = button?.getAttribute("formaction") || form.getAttribute("action") || "";
    entry = null;
    if (form.method !== "post" || !form.elements.submission || path.endsWith("/check")) return;
    const body = new FormData(form), name = label(form, button);
    if (button?.name) body.append(button.name, button.value);
    body.delete("at");
    entry = { path, body: new URLSearchParams(body).toString(), label: name, words: named(form, button, name), name: button?.name, value: button?.value, at: Date.now() };
  }, true);

  const later = (pause = wait) => {
    clearTimeout(timer);
    timer = setTimeout(send, pause);
    wait = Math.min(wait * 2, MOST);
  };

  const send = async () => {
    const [first] = queue;
    if (!first || busy) return;
    busy = true;
    try {
      const answer = await post(first.path, first.body);
      if (answer.status >= 500 || answer.status === 429) throw answer;
      // Taken back meanwhile, it may have been entered all the same: the page shows how it is.
      queue = queue.filter((each) => each !== first);
      kept();
      const html = await answer.text(), home = table(first.path), told = (name) => answer.headers.get(name);
      if (home && location.pathname.startsWith(home)
        && (told("HX-Redirect") || fresh(html, told("HX-Push-Url")))) location.assign(home);
      if (queue.length) later(0);
    } catch {
      later();
    } finally {
      show();
      busy = false;
    }
  };

  // htmx could not send a form: keep it, and begin to try again.
  const keep = (ctx) => {
    clearTimeout(slow);
    if (!ctx.sourceElement?.matches?.("form") || !entry) return false;
    if (!queue.some((each) => each.body === entry.body)) queue.push(entry);
    kept();
    show();
    later();
    return true;
  };
  told("error", keep);
  // The server is there, but could not save it: the page stays as it is.
  told("before:response", (ctx, event) => {
    clearTimeout(slow);
    if ([429, 502, 503, 504].includes(ctx.response.status) && keep(ctx)) event.preventDefault();
  });
  told("before:request", (ctx) => {
    const mine = entry;
    if (ctx.sourceElement?.matches?.("form") && mine) slow = setTimeout(() => mark(mine, "On its way"), SLOW);
  });
  told("after:swap", () => { clearTimeout(slow); as_was = null; show(); });
  on("click", (event) => {
    const mine = here();
    const taken = event.target.closest("#takeback");
    // The second of two quick taps was meant for the key that stood there.
    if (taken && performance.now() - back < REST) shake(taken);
    else if (taken) {
      queue = queue.filter((each) => each !== mine);
      kept();
      mark(null);
      show();
      one("#live")?.dispatchEvent(new Event("ask"));
    } else if (one("#table.waiting")) {
      const it = event.target.closest("main :is(button, label, input, summary, a.cannot), .bar form button");
      if (!it) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      shake(it);
    }
  }, true);
  addEventListener("online", () => { wait = FIRST; later(200); });
  show();
  if (queue.length) later(300);
}
