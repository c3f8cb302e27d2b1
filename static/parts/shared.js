/* What the parts of companion.js have in common. They are joined in one function, each a block of its
   own (companion/web/platform/assets.py), and run when the page has been read. */
const one = (what) => document.querySelector(what);
const all = (what) => [...document.querySelectorAll(what)];
const on = (name, then, early) => document.addEventListener(name, then, early);
// A browser that keeps nothing still has the page.
const memory = (name, text) => {
  name = `companion.${name}`;
  try {
    if (text === undefined) return localStorage.getItem(name);
    if (text) localStorage.setItem(name, text);
    else localStorage.removeItem(name);
  } catch { /* not kept */ }
  return null;
};
// What htmx tells of: of which request, and the event itself.
const told = (name, then) => on(`htmx:${name}`, (event) => then(event.detail.ctx || {}, event));
// The message line of a page: one message at a time. `kind` is "no" for a refusal, "wait" for the network.
const say = (kind, html) => {
  const line = one("#msg") || one("#offline");
  if (!line) return;
  line.className = `msg ${kind}`;
  line.innerHTML = html;
  line.hidden = !html;
};
const text = (words) => Object.assign(document.createElement("i"), { textContent: words }).innerHTML;
// A short shake: this tap did nothing.
const shake = (it) => {
  it.classList.add("shake");
  setTimeout(() => it.classList.remove("shake"), 200);
};
// A form that is sent without htmx; the page that comes back in the place of the one that is shown,
// true if it is none.
const post = (path, body) => fetch(path, {
  method: "POST", body: new URLSearchParams(body), headers: { "HX-Request": "true" },
});
const fresh = (html, url) => {
  const page = new DOMParser().parseFromString(html, "text/html").getElementById("table");
  if (!page) return true;
  one("#table").replaceWith(page);
  window.htmx?.process(page);
  if (url) history.replaceState(history.state, "", url);
  document.dispatchEvent(new Event("companion:fresh"));
};
