/* Entries that did not get through. What was to be sent is kept in the page and in localStorage with
   the id the server gave its form, and sent again until it is answered; the server enters an id once. */
{
  const FIRST = 1500, MOST = 20000, LASTS = 864e5;
  let entry = null, wait = FIRST, timer = 0, busy = false;

  const show = () => {
    const place = one("#offline");
    if (!place) return;
    place.hidden = !stuck;
    if (stuck) place.querySelector("b").textContent = `Not saved yet: ${stuck.words}`;
  };
  const hold = (what) => {
    stuck = what;
    memory("unsent", what && JSON.stringify(what));
    wait = FIRST;
  };
  let stuck = null;
  try { stuck = JSON.parse(memory("unsent")); } catch { /* not ours */ }
  if (stuck && Date.now() - stuck.at > LASTS) hold(null);

  const words = (form, button) => {
    const name = (button?.querySelector("span") || button)?.firstChild?.textContent?.trim();
    return (name || form.querySelector("h1, legend")?.textContent || "your entry").trim().slice(0, 60);
  };

  on("submit", (event) => {
    const form = event.target, button = event.submitter;
    const path = button?.getAttribute("formaction") || form.getAttribute("action") || "";
    entry = null;
    if (form.method !== "post" || !form.elements.submission || path.endsWith("/check")) return;
    const body = new FormData(form);
    if (button?.name) body.append(button.name, button.value);
    entry = { path, body: new URLSearchParams(body).toString(), words: words(form, button), at: Date.now() };
  }, true);

  const later = (pause = wait) => {
    clearTimeout(timer);
    timer = setTimeout(send, pause);
    wait = Math.min(wait * 2, MOST);
  };

  const send = async () => {
    if (!stuck || busy) return;
    busy = true;
    try {
      const answer = await fetch(stuck.path, {
        method: "POST", body: stuck.body,
        headers: { "HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded" },
      });
      if (answer.status >= 500 || answer.status === 429) throw new Error("not answered");
      const table = stuck.path.match(/^\/t\/\w+/)?.[0];
      hold(null);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("table");
      if (table && location.pathname.startsWith(table)) {
        if (!fresh || answer.headers.get("HX-Redirect")) location.assign(table);
        else {
          one("#table").replaceWith(fresh);
          window.htmx?.process(fresh);
          const url = answer.headers.get("HX-Push-Url");
          if (url) history.replaceState(history.state, "", url);
          document.dispatchEvent(new CustomEvent("companion:fresh"));
        }
      }
    } catch {
      later();
    } finally {
      show();
      busy = false;
    }
  };

  // htmx could not send a form: keep it, and begin to try again.
  const keep = (ctx) => {
    if (!ctx.sourceElement?.matches?.("form") || !entry) return false;
    hold(entry);
    show();
    later();
    return true;
  };
  told("error", keep);
  // The server is there, but could not save it: the page stays as it is.
  told("before:response", (ctx, event) => {
    if ([429, 502, 503, 504].includes(ctx.response.status) && keep(ctx)) event.preventDefault();
  });
  told("after:swap", show);
  on("click", (event) => {
    if (event.target.closest("#again")) { wait = FIRST; clearTimeout(timer); send(); }
  });
  addEventListener("online", () => { wait = FIRST; later(200); });
  show();
  if (stuck) later(300);
}
