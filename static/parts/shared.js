/* Helpers of the parts of companion.js. The parts are joined into one function, a block for each, so that one
   that fails does not stop the others (companion/web/platform/making.py). It runs as a deferred script. */
// Browsers without dialogs, or that do not tell which button submits a form (iOS before 15.4), get the plain
// forms and pages of a browser without scripts.
if (!window.HTMLDialogElement?.prototype.showModal || !("submitter" in (window.SubmitEvent?.prototype || {}))) {
  document.body.setAttribute("hx-ignore", "");
  return;
}
const one = (what) => document.querySelector(what);
const all = (what) => [...document.querySelectorAll(what)];
const on = (name, then, early) => document.addEventListener(name, then, early);
// localStorage; stores nothing if the browser forbids it.
const memory = (name, text) => {
  name = `companion.${name}`;
  try {
    if (text === undefined) return localStorage.getItem(name);
    if (text) localStorage.setItem(name, text);
    else localStorage.removeItem(name);
  } catch { /* not kept */ }
  return null;
};
// Listens to an htmx event; passes its request context and the event.
const onHtmx = (name, then) => on(`htmx:${name}`, (event) => then(event.detail.ctx || {}, event));
// Shows a message in the message line. `kind`: "no" for a refusal, "wait" for the network.
const say = (kind, html) => {
  const line = one("#msg") || one("#offline");
  if (!line) return;
  line.className = `msg ${kind}`;
  line.innerHTML = html;
  line.classList.toggle("long", line.textContent.length > 99);
  line.hidden = !html;
};
const text = (words) => Object.assign(document.createElement("i"), { textContent: words }).innerHTML;
// Shakes a button whose tap was ignored.
const shake = (it) => {
  it.classList.add("shake");
  setTimeout(() => it.classList.remove("shake"), 200);
};
// Submits a form in the background; then puts the page of the response in place: true if there is none.
const post = (path, body) => fetch(path, {
  method: "POST", body: new URLSearchParams(body), headers: { "HX-Request": "true" },
});
const fresh = (html, replace) => {
  if (!window.htmx || !html.includes('id="table"')) return true;
  htmx.swap({ sourceElement: document.body, target: one("#table"), swap: "outerHTML", text: html, replace });
};
