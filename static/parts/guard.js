/* After a change of question the page rests: a tap that was aimed at what stood there before does
   nothing but a short shake. While an answer is on its way no other is sent. */
{
  let until = 0, busy = null;
  const asked = () => location.pathname + one("main form")?.id + one("h1")?.textContent;
  let before = "";

  const rest = () => {
    const now = asked(), table = one("#table.app"), pause = +table?.dataset.rest;
    if (now === before) return;
    before = now;
    one("main").scrollTop = 0;
    if (!pause) return;
    until = performance.now() + pause;
    table.classList.add("resting");
    setTimeout(() => one("#table").classList.remove("resting"), pause);
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
