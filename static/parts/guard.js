/* Ignores taps for a moment after the question changes, since they were meant for the one before, and
   while a request is pending. An ignored tap shakes its button. */
{
  let until = 0, busy = null;
  // Identifies the question; the server ignores early taps, too.
  const asked = () => location.pathname + one("main [name=at]")?.value + one("h1")?.textContent;
  let before = "";

  const rest = () => {
    const now = asked(), root = document.documentElement, pause = +one("#table.app")?.dataset.rest;
    if (now === before) return;
    before = now;
    one("main").scrollTop = 0;
    const over = () => {
      if (now !== before) return;
      root.classList.remove("resting");
      root.dataset.rested = now; // taps count again
    };
    if (!pause) return over();
    until = performance.now() + pause;
    root.classList.add("resting");
    setTimeout(over, pause);
  };

  on("click", (event) => {
    const it = event.target.closest("main :is(button, a, label, input, summary), .bar :is(button, a)");
    if (!it) return;
    const sends = it.matches("button:not([type=button], [name=tap])") && busy?.isConnected;
    if (event.timeStamp >= until && !sends) return; // the time of the tap, not of its processing
    event.preventDefault();
    event.stopImmediatePropagation();
    shake(it);
  }, true);

  onHtmx("before:request", (ctx) => { if (ctx.sourceElement?.matches?.("form")) busy = ctx.sourceElement; });
  for (const name of ["after:request", "error"]) {
    onHtmx(name, (ctx) => { if (ctx.sourceElement === busy) busy = null; });
  }
  onHtmx("after:swap", rest);
  on("companion:fresh", rest);
  rest();
}
