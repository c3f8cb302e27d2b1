/* An open table: wake lock, spoken scores, polling. Polling holds back a swap that would discard an
   unfinished answer. Each feature has a switch, and is off where the browser does not support it. */
{
  const wish = (name, first) => (memory(name) ?? first) === "on";

  // -- wake lock ----------------------------------------------------------------------------------
  let lock = null, film = null;
  const awake = async () => {
    if (!wish("awake", "on") || !one("[data-table]") || document.hidden) {
      lock?.release(); lock = null; film?.pause();
    } else if (navigator.wakeLock) {
      try {
        lock ??= await navigator.wakeLock.request("screen");
        lock.onrelease = () => { lock = null; };
      } catch { /* low battery */ }
    } else if (film === null && document.body.dataset.film) {
      const src = document.body.dataset.film;
      film = Object.assign(document.createElement("video"), { muted: true, loop: true, playsInline: true, src });
      film.play().catch(() => { film = null; });
    } else film?.play().catch(() => {});
  };

  // -- spoken scores -------------------------------------------------------------------------------
  let said = "";
  const standing = () => one("[data-say]")?.dataset.say || "";
  const aloud = (words) => {
    if (!words || !window.speechSynthesis) return;
    speechSynthesis.cancel();
    speechSynthesis.speak(new SpeechSynthesisUtterance(words.replaceAll("−", "minus ")));
  };
  const tell = () => {
    const words = standing(), first = said === "" && !one("[data-new]");
    if (words === said) return;
    said = words;
    if (!words || first) return;
    const region = one("#said");
    if (region) region.textContent = words;
    if (wish("spoken", "off")) aloud(words);
  };

  // -- switches ---------------------------------------------------------------------------------------
  const switches = () => {
    for (const box of all("[data-switch]")) {
      box.checked = wish(box.dataset.switch, box.dataset.first);
      box.closest("[hidden]")?.removeAttribute("hidden");
    }
  };
  on("change", (event) => {
    const box = event.target.closest?.("[data-switch]");
    if (!box) return;
    memory(box.dataset.switch, box.checked ? "on" : "off");
    awake();
  });

  // -- polling ------------------------------------------------------------------------------------------
  const TICK = 2500, SLOW = 15000, MINUTES = 60000;
  let lively = Date.now(), asked = 0, tag;
  // Extra pause between polls: none while answers come in, up to SLOW after five minutes without.
  const pause = () => Math.min(SLOW, Math.max(0, (Date.now() - lively - 2 * MINUTES) * SLOW / (3 * MINUTES)));
  const wake = () => {
    const slow = pause() > TICK;
    lively = Date.now();
    if (slow) one("#live")?.dispatchEvent(new Event("ask"));
  };
  const choosing = () => {
    const form = one("form.ask-form");
    return form && [...form.elements].some((e) => e.name?.startsWith("a.") && e.tagName !== "BUTTON"
      && (e.type === "radio" || e.type === "checkbox" ? e.checked : e.value !== ""));
  };
  const mine = () => one("[name=seen]")?.value;
  // The element that polls; its URL has the journal position of the last response.
  const asking = (ctx) => ctx.sourceElement?.id === "live";
  onHtmx("before:request", (ctx, event) => {
    if (!asking(ctx)) return;
    if (document.hidden || Date.now() - asked < pause() - TICK / 2) return event.preventDefault();
    asked = Date.now();
    // This phone's own answers are not news.
    ctx.request.headers["HX-PTag"] = mine() || tag || ctx.sourceElement.getAttribute("hx-ptag");
  });
  onHtmx("after:request", (ctx) => {
    if (asking(ctx)) tag = ctx.response.headers.get("HX-PTag") || tag;
  });
  const same = (name, ctx) => ctx.text.includes(one(`[name=${name}]`)?.outerHTML);
  onHtmx("before:swap", (ctx, event) => {
    if (!asking(ctx)) return;
    // 304: skip the handlers that run after a swap, too.
    if (!ctx.text || same("seen", ctx)) return event.preventDefault();
    lively = Date.now();
    // If this phone is not the scorer, it cannot send an unfinished answer.
    if (!choosing() || ctx.text.includes('class="live"')) return;
    event.preventDefault();
    // No response: another phone may have written.
    if (same("at", ctx)) return;
    // The undo button names the newest answer, unless this phone has just undone something.
    const last = !ctx.text.includes('/redo"') && /bt un undo".*?<b>(.*?)<\/b/s.exec(ctx.text)?.[1];
    const words = `<b>Another phone has gone on${last ? `: ${last}` : ""}.</b> Your choice here is not sent.`;
    say("", `<span>${words}</span><a href="">Show</a>`);
  });
  on("click", (event) => {
    if (event.target.closest("#read-out")) aloud(standing());
    wake();
    awake();
  });

  const settle = () => { tell(); switches(); awake(); };
  on("visibilitychange", () => { if (!document.hidden) wake(); awake(); });
  onHtmx("after:swap", settle);
  settle();

  // In a frame, the shell of the offline version has its own service worker.
  if (window.isSecureContext && window === window.top) navigator.serviceWorker?.register("/sw.js").catch(() => {});
}
