/* Entries that did not get through. What was to be sent is kept in the page and in localStorage with
   the id the server gave its form, and sent again until it is answered; the server enters an id once. */
(() => {
  const KEY = "companion.unsent", FIRST = 1500, MOST = 20000, LASTS = 864e5;
  let entry = null, wait = FIRST, timer = 0, busy = false;

  const stored = (value) => {
    try {
      if (value === undefined) return JSON.parse(localStorage.getItem(KEY));
      if (value) localStorage.setItem(KEY, JSON.stringify(value));
      else localStorage.removeItem(KEY);
    } catch { /* a browser that keeps nothing still has the page */ }
    return null;
  };

  const banner = () => document.getElementById("offline");
  const show = () => {
    const place = banner();
    if (!place) return;
    place.hidden = !stuck;
    if (!stuck) return;
    place.querySelector("b").textContent = `Not saved yet: ${stuck.words}`;
  };
  let stuck = stored();
  if (stuck && Date.now() - stuck.at > LASTS) stuck = stored(null);

  const words = (form, button) => {
    const name = (button?.querySelector("span") || button)?.firstChild?.textContent?.trim();
    return (name || form.querySelector("h1, legend")?.textContent || "your entry").trim().slice(0, 60);
  };

  document.addEventListener("submit", (event) => {
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
        method: "POST", body: stuck.body, credentials: "same-origin",
        headers: { "HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded" },
      });
      if (answer.status >= 500 || answer.status === 429) throw new Error("not answered");
      const table = stuck.path.match(/^\/t\/\w+/)?.[0];
      stuck = stored(null);
      wait = FIRST;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("table");
      if (table && location.pathname.startsWith(table)) {
        if (!fresh || answer.headers.get("HX-Redirect")) location.assign(table);
        else {
          document.getElementById("table").replaceWith(fresh);
          window.htmx?.process(fresh);
          const url = answer.headers.get("HX-Push-Url");
          if (url) history.replaceState(history.state, "", url);
          document.dispatchEvent(new CustomEvent("companion:fresh"));
        }
      }
      show();
    } catch {
      later();
      show();
    } finally {
      busy = false;
    }
  };

  // htmx could not send a form: keep it, and begin to try again.
  const keep = (ctx) => {
    if (!ctx?.sourceElement?.matches?.("form") || !entry) return false;
    stuck = entry;
    stored(stuck);
    wait = FIRST;
    show();
    later();
    return true;
  };
  document.addEventListener("htmx:error", (event) => keep(event.detail.ctx));
  // The server is there, but could not save it: the page stays as it is.
  document.addEventListener("htmx:before:response", (event) => {
    const { ctx } = event.detail;
    if ([429, 502, 503, 504].includes(ctx.response.status) && keep(ctx)) event.preventDefault();
  });
  document.addEventListener("htmx:after:swap", show);
  document.addEventListener("click", (event) => {
    if (event.target.closest("#again")) { wait = FIRST; clearTimeout(timer); send(); }
  });
  addEventListener("online", () => { wait = FIRST; later(200); });
  document.addEventListener("DOMContentLoaded", () => { show(); if (stuck) later(300); });
})();
