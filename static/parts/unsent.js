/* The queue of failed submissions, in order, in localStorage. Each is retried with its submission id until
   the server responds; the server saves an id once. A table has at most one: its next question is
   unknown until then. */
{
  const FIRST = 1500, MOST = 20000, DAY = 864e5, SLOW = 1500;
  let queue = [], entry = null, wait = FIRST, timer = 0, slow = 0, busy = false;
  // The check of the filled-in page: no reply yet (LATE), or no reply at all (FAILED).
  const LATE = 1, FAILED = 2, CHECK = "[hx-post*='/check']", UNCHECKED = "#recheck, #later";
  let unchecked = 0, tardy = 0, unseen = null;
  try { queue = JSON.parse(memory("unsent")); } catch { /* not valid JSON */ }
  queue = Array.isArray(queue) ? queue.filter((each) => Date.now() - each.at < DAY) : [];

  const kept = () => {
    memory("unsent", queue.length ? JSON.stringify(queue) : "");
    wait = FIRST;
  };
  const table = (path) => path.match(/^\/(t|clubs?)\b\/?[\w-]*/)?.[0];
  const here = () => queue.find((each) => table(each.path) === table(location.pathname));
  const HOURGLASS = '<svg class="ico" viewBox="0 0 24 24" aria-hidden="true"><path d="M7 3h10L7 21h10z"/></svg>';

  // All is chosen: no question of the page is without an answer.
  const complete = () => {
    const chosen = new FormData(one(".ask-form"));
    return all(".ask-form [name^='a.']:enabled:not(button)").every(({ name }) => chosen.get(name));
  };

  // Hides the keys of the bar behind another one; shows them again.
  const inPlace = (id, words, small) => {
    for (const each of all(".bar > .bt")) { each.hidden = true; each.dataset.off = ""; }
    one(".bar")?.insertAdjacentHTML("beforeend", `<button type="button" class="bt" id="${id}">
      <span>${words}<small>${small}</small></span></button>`);
  };
  const asBefore = (id) => {
    for (const each of all(id)) each.remove();
    for (const each of all(".bar [data-off]")) { each.hidden = false; delete each.dataset.off; }
  };

  // The page while a submission waits: its answer is marked, everything else disabled.
  let as_was = null, back = 0;
  const mark = (mine, words, late) => {
    const page = one("#table.app"), line = one("#msg");
    if (!page || !line) return;
    if (!mine) {
      if (as_was?.line.isConnected) {
        as_was.line.outerHTML = as_was.text;
        asBefore("#takeback");
        for (const each of all(".sent")) each.classList.remove("sent");
        page.classList.remove("waiting");
      }
      as_was = null;
      return;
    }
    if (!page.classList.contains("waiting")) as_was = { line, text: line.outerHTML };
    page.classList.add("waiting");
    const calms = late ? " Sent again by itself; nothing is lost." : "";
    say("wait", `${HOURGLASS}<span><b>${words}: ${text(mine.words)}.</b>${calms}</span>`);
    const key = all(`:is(main, .bar) button[name="${mine.name}"]`).find((each) => each.value === mine.value);
    const cover = key?.closest(".secret");
    (cover || key)?.classList.add("sent");
    if (!late || one("#takeback")) return;
    back = performance.now();
    inPlace("takeback", `Take ${text(mine.label)} back`, "it has not been saved");
  };
  const show = () => {
    const mine = here(), float = one("#offline");
    if (mine && one(UNCHECKED)) asBefore(UNCHECKED);
    mark(mine, "Waiting for the network", true);
    if (unchecked && !mine && one(CHECK)) {
      one("#table").classList.add("unchecked");
      say("wait", `${HOURGLASS}<span><b>Waiting for the network.</b> Checked again by itself; nothing is lost.</span>`);
      asBefore(UNCHECKED);
      if (unchecked === FAILED && complete()) inPlace("later", "Save", "points when the network is back");
      else inPlace("recheck", "No network", "Tap to try again");
    }
    if (!float) return;
    float.hidden = !(queue.length || unseen) || !!(mine && one("#msg"));
    const words = queue.length ? queue[0].words : "what this changes is shown as soon as it is back";
    float.textContent = float.hidden ? "" : `Waiting for the network: ${words}.`;
  };

  const label = (form, button) => {
    // A hidden answer is not named, and is covered again while it waits.
    if (button?.closest(".secret")) return "covered answer";
    const said = (button?.querySelector(":scope > span:not(.sr), .sr") || button)?.firstChild?.textContent?.trim();
    const saves = said?.startsWith("Save") && form.dataset.saves;
    const words = (saves || said || form.querySelector("h1, legend")?.textContent || "").trim();
    return words.replace(/^Save( and deal|:)? ?/, "").slice(0, 40) || "your entry";
  };
  // The form has the words of each answer, the same as on the undo button.
  const named = (form, button, name) => JSON.parse(form.dataset.texts || "{}")[button?.value] || name;

  on("submit", (event) => {
    const form = event.target, button = event.submitter;
    const path = button?.getAttribute("formaction") || form.getAttribute("action") || "";
    entry = null;
    if (form.method !== "post" || !form.elements.submission || path.endsWith("/check")) return;
    const body = new FormData(form), name = label(form, button);
    if (button?.name) body.append(button.name, button.value);
    body.delete("at");
    entry = {
      path, body: `${new URLSearchParams(body)}`, label: name, words: named(form, button, name),
      name: button?.name, value: button?.value, at: Date.now(),
    };
  }, true);

  const later = (pause = wait) => {
    clearTimeout(timer);
    timer = setTimeout(() => { if (unchecked) recheck(); lookAgain(); send(); }, pause);
    wait = Math.min(wait * 2, MOST);
  };

  const send = async () => {
    const [first] = queue;
    if (!first || busy) return;
    busy = true;
    try {
      const answer = await post(first.path, first.body);
      if (answer.status >= 500 || answer.status === 429) throw answer;
      // Cancelled meanwhile, it may still have been saved: show the server's page.
      queue = queue.filter((each) => each !== first);
      kept();
      const html = await answer.text(), home = table(first.path), { headers } = answer;
      if (home && location.pathname.startsWith(home)) {
        const to = headers.get("HX-Redirect") || fresh(html, headers.get("HX-Push-Url")) && home;
        if (to) location.assign(to);
      }
      if (queue.length) later(0);
    } catch {
      later();
    } finally {
      show();
      busy = false;
    }
  };

  // Each change of a form sends a check. Until the reply comes, the page shows no result of an earlier check.
  const recheck = () => one(".ask-form")?.dispatchEvent(new Event("change"));
  const checks = (ctx) => one(".ask-form") && ctx.sourceElement?.matches?.(`${CHECK}, .ask-form`);
  const miss = (ctx) => {
    clearTimeout(tardy);
    if (!checks(ctx)) return false;
    unchecked = FAILED;
    show();
    later();
    return true;
  };
  const answered = (ctx) => {
    if (checks(ctx)) clearTimeout(tardy);
    if (!unchecked) return;
    if (one(CHECK) && !checks(ctx)) return void (unchecked === FAILED && recheck());
    unchecked = 0;
    wait = FIRST;
    asBefore(UNCHECKED);
    one("#table").classList.remove("unchecked");
    one("#msg")?.replaceChildren();
  };

  // So is the preview of a correction or of many hands.
  const lookAgain = () => {
    const from = unseen?.isConnected && unseen;
    if (!from) return;
    if (from.matches("button")) from.click();
    else (from.id === "many-live" ? one("#many") : from).dispatchEvent(new Event("change"));
  };
  const look = (ctx) => {
    if (!ctx.sourceElement?.matches?.(`#proposal [hx-post], .dealq, #many-live, .btn${CHECK}`)) return false;
    unseen = ctx.sourceElement;
    show();
    later();
    return true;
  };

  // htmx failed to send a form: queue it and start to retry.
  const keep = (ctx) => {
    clearTimeout(slow);
    if (!ctx.sourceElement?.matches?.("form") || !entry) return false;
    if (!queue.some((each) => each.body === entry.body)) queue.push(entry);
    kept();
    show();
    later();
    return true;
  };
  onHtmx("error", (ctx) => keep(ctx) || miss(ctx) || look(ctx));
  // The server responded that it could not save: leave the page as it is.
  onHtmx("before:response", (ctx, event) => {
    clearTimeout(slow);
    // Too often: an answer is sent again; any other page says how long to wait.
    const { status } = ctx.response, often = status === 429 && entry?.path.endsWith("answer");
    const fails = often || [502, 503, 504].includes(status) || (status === 429 && checks(ctx));
    if (fails && (keep(ctx) || miss(ctx) || look(ctx))) event.preventDefault();
    else if (!fails) {
      if (ctx.sourceElement === unseen) unseen = null;
      answered(ctx);
    }
  });
  onHtmx("before:request", (ctx) => {
    const mine = entry;
    if (ctx.sourceElement?.matches?.("form") && mine) slow = setTimeout(() => mark(mine, "On its way"), SLOW);
    else if (checks(ctx)) {
      clearTimeout(tardy);
      tardy = setTimeout(() => { unchecked ||= LATE; show(); }, SLOW);
    }
  });
  onHtmx("after:swap", () => { clearTimeout(slow); as_was = null; show(); });
  on("click", (event) => {
    const mine = here();
    const taken = event.target.closest("#takeback");
    // The second tap of a double tap was meant for the button that was there.
    if (taken && performance.now() - back < 400) shake(taken);
    else if (taken) {
      queue = queue.filter((each) => each !== mine);
      kept();
      mark(null);
      show();
      one("#live")?.dispatchEvent(new Event("ask"));
    } else if (event.target.closest("#recheck")) recheck();
    else if (event.target.closest("#later")) {
      unchecked = 0;
      one(".ask-form").requestSubmit();
    }
    else if (one("#table.waiting") || one("#table.unchecked") && event.target.closest("[name=tap]")) {
      const it = event.target.closest("main :is(button, label, input, summary, a.cannot), .bar form button");
      if (!it) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      shake(it);
    }
  }, true);
  addEventListener("online", () => later(wait = 200));
  show();
  if (queue.length) later(300);
}
