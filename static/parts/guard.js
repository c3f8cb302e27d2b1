/* Ignores taps that were meant for something else: a second one on the same key within a moment, any on the
   place of the last tap just after the question has changed, and those while a request is pending. Such a
   tap shakes its key. A tap elsewhere that comes too early waits, marked, and counts when the page is ready. */
{
  const TWICE = 150, BOUNCE = 40, DOUBLE = 350, LONG = 700, root = document.documentElement, { timeOrigin } = performance;
  // The key of the bar that saves a hand, deals or starts a game. A key that only answers has a name.
  const GRAVE = ".bar .go:not([name])";
  let until = 0, since = 0, busy = null, last = null;
  const held = new Set();
  // If the page was redrawn while a tap waited, the tap counts on the new key in the same place.
  const sign = (it) => ["name", "value", "href", "data-press"]
    .map((name) => (it.querySelector("input") || it).getAttribute(name))
    + (it.matches("summary") ? it.textContent : "");
  const there = (it) => it.isConnected ? it
    : all(`:is(main, .bar) ${it.localName}`).find((each) => sign(each) === sign(it));
  // The last tap on the page before: a double tap on a link ends on the next page.
  try {
    last = JSON.parse(sessionStorage.tap);
    last.at -= timeOrigin;
    if (last.at < -LONG) last = null;
  } catch { /* none kept */ }
  addEventListener("pagehide", () => {
    try {
      if (last) sessionStorage.tap = JSON.stringify({ ...last, at: last.at + timeOrigin, it: 0, control: 0 });
    } catch { /* not kept */ }
  });

  const within = (box, { clientX: x, clientY: y }) =>
    x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

  // Identifies the question; the server ignores early taps, too.
  const asked = () => [location.pathname, one("main [name=at]")?.value, one("h1")?.textContent].join("");
  let before = "";

  const rest = () => {
    const now = asked();
    let pause = +one("#table.app")?.dataset.rest;
    if (now === before) return;
    before = now;
    held.clear();
    one("main").scrollTop = 0;
    scrollTo(0, 0); // with large type the page scrolls as a whole
    const over = () => {
      if (now !== before) return;
      root.classList.remove("resting");
      root.dataset.rested = now; // taps count again
      for (const it of held) {
        held.delete(it);
        it.classList.remove("held");
        there(it)?.click();
      }
    };
    if (!pause) {
      last = null;
      return over();
    }
    // After the last hand the next key starts another game.
    if (one(".app.win")) pause = LONG;
    // Under the last tap such a key rests longer, and is drawn so.
    const key = last && one(GRAVE), later = key && within(key.getBoundingClientRect(), last);
    since = performance.now();
    until = since + pause;
    root.style.setProperty("--rest", `${later ? LONG : pause}ms`);
    root.classList.add("resting");
    setTimeout(over, pause);
    delete root.dataset.later;
    if (!later) return;
    root.dataset.later = now;
    setTimeout(() => { if (root.dataset.later === now) delete root.dataset.later; }, LONG);
  };

  on("click", (event) => {
    const it = event.target.closest(
      "main :is(button, a, label, input, summary, .msg), :is(.bar, .actions, .hd, #up) :is(button, a)");
    if (!it) return;
    // The tap on a label comes again, at its control.
    if (last?.control && it === last.control) return void (last.control = null);
    const at = event.timeStamp; // the time of the tap, not of its processing
    // A digit may come twice in a number: a bounce of the finger is quicker than two taps.
    const near = last && at - last.at < (it.dataset.press ? BOUNCE : TWICE);
    // On a page that is just being laid out, browsers may place a tap elsewhere.
    const again = last && (it === last.it || within(last.box, event) || (near && !last.it));
    const sends = it.matches("button:not([type=button], [name=tap])") && busy?.isConnected;
    // In a tab that has just opened, the place of the last tap is inactive: the next number may be the same.
    const came = again && it !== last.it && at - last.at < DOUBLE && it.closest(".tabs");
    const twice = again && (near || came) && event.isTrusted;
    // A link may be tapped at once, but not by the second tap of a double tap on an overlay above it.
    const away = it.closest(".hd, #up");
    // Under the last tap a link or message of the new page rests as long as a key that deals.
    const led = again && last.at < since && at < since + LONG && it.matches("main a, .msg");
    const soon = !away && at < until || led || (again && root.dataset.later && it.matches(GRAVE));
    if (!twice && !soon && !sends) {
      if (event.isTrusted) {
        const { clientX, clientY } = event;
        last = { it, at, clientX, clientY, box: it.getBoundingClientRect(), control: it.control };
      }
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (it.matches(".msg")) it.blur(); // open, it would lie over the keys
    if (twice || again || sends || !event.isTrusted) return shake(it);
    it.classList.add("held");
    held.add(it);
  }, true);

  onHtmx("before:request", (ctx) => { if (ctx.sourceElement?.matches?.("form")) busy = ctx.sourceElement; });
  // After every request, also if nothing was saved and the page stayed as it was.
  onHtmx("finally:request", (ctx) => { if (ctx.sourceElement === busy) busy = null; });
  onHtmx("after:swap", rest);
  rest();
}
