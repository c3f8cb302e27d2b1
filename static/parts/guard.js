/* After a change of question the page rests: a tap that was aimed at what stood there before does
   nothing but a short shake. While an answer is on its way no other is sent. */
{
  let until = 0, busy = null;
  // What is asked, and since when: the server refuses what is tapped sooner as well.
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
      root.dataset.rested = now; // what may be tapped now
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
    if (event.timeStamp >= until && !sends) return; // when it was tapped, however late a busy phone gets to it
    event.preventDefault();
    event.stopImmediatePropagation();
    shake(it);
  }, true);

  told("before:request", (ctx) => { if (ctx.sourceElement?.matches?.("form")) busy = ctx.sourceElement; });
  for (const name of ["after:request", "error"]) {
    told(name, (ctx) => { if (ctx.sourceElement === busy) busy = null; });
  }
  told("after:swap", rest);
  on("companion:fresh", rest);
  rest();
}
