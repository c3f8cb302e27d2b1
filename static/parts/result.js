/* Effects of a result: scores count up to the value in the text, optional sound and vibration, and
   sharing the picture or the text by the Web Share API. */
{
  const WAIT = 100, LASTS = 300;
  const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
  const value = (text) => +text.replace("−", "-");
  const count = (it, from) => {
    const to = it.textContent, end = value(to), plus = to.startsWith("+") ? "+" : "";
    if (calm() || isNaN(end) || isNaN(from) || end === from) return;
    if (it.dataset.counted === to || it.dataset.at === to) return;
    it.dataset.counted = to;
    const start = performance.now() + WAIT;
    const step = (now) => {
      const part = Math.min(1, Math.max(0, (now - start) / LASTS));
      const at = Math.round(from + (end - from) * (1 - (1 - part) ** 3));
      // The text may have changed since.
      if (!it.isConnected || it.dataset.counted !== to) return;
      it.textContent = it.dataset.at = part < 1 ? plus + String(at).replace("-", "−") : to;
      if (part < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  };

  // -- sound and vibration, off by default -----------------------------------------------------------
  const wanted = () => memory("felt") === "on";
  let sound;
  const note = (high, at, lasts) => {
    const made = sound.createOscillator(), loud = sound.createGain();
    made.frequency.value = high;
    loud.gain.setValueAtTime(0.12, sound.currentTime + at);
    loud.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + at + lasts);
    made.connect(loud).connect(sound.destination);
    made.start(sound.currentTime + at);
    made.stop(sound.currentTime + at + lasts);
  };
  const felt = (how) => {
    if (!wanted()) return;
    const notes = { made: [[660, 0, 0.12], [880, 0.13, 0.2]], set: [[220, 0, 0.3]] }[how] || [[520, 0, 0.06]];
    try {
      sound ??= new AudioContext();
      for (const each of notes) note(...each);
    } catch { /* no audio */ }
    if (!calm()) navigator.vibrate?.({ made: [10, 60, 10], set: 60 }[how] || 10);
  };

  // -- the result of a saved hand over the next page. It ignores taps at first, then closes by itself or by a tap,
  // which does nothing else. So does a tap just after its end, or the second of a double tap -------------
  const STAYS = 1500, DEAF = 350, LATE = 150;
  let lying, since = 0;
  const lay = () => {
    const it = one("#brief");
    if (!it || it === lying) return;
    lying = it;
    since = performance.now();
    setTimeout(lift, STAYS, it);
  };
  const lift = (it, late = LATE) => {
    it.hidden = true;
    setTimeout(() => it.remove(), late);
  };
  // Before the listeners of other parts.
  addEventListener("click", (event) => {
    const it = one("#brief");
    if (!it) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.timeStamp - since >= DEAF) lift(it, DEAF);
  }, true);

  let latest = "";
  const result = () => {
    const here = one("[data-result]"), which = here && location.pathname + here.dataset.result;
    for (const it of all("[data-from]")) count(it, +it.dataset.from);
    const files = [new File([""], "a.png", { type: "image/png" })];
    for (const it of all("[data-share]")) it.hidden = !navigator.canShare?.({ files });
    for (const it of all("button[data-send]")) it.hidden = !navigator.share;
    for (const it of all("[data-copy]")) it.hidden = !navigator.clipboard;
    if (!here?.dataset.result || which === latest) return;
    latest = which;
    const before = here.dataset.moves.split(",");
    all(".sc .tot").forEach((it, place, every) => { if (every.length === before.length) count(it, +before[place]); });
    felt(here.dataset.made);
  };

  const send = async (button) => {
    const { share: from, name } = button.dataset;
    button.disabled = true;
    try {
      const png = await (await fetch(from)).blob();
      await navigator.share({ files: [new File([png], name, { type: "image/png" })], text: one("#words")?.value });
    } catch { /* cancelled or not allowed: it can still be downloaded */ }
    button.disabled = false;
  };
  on("click", (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.share) send(button);
    if (button?.dataset.send) {
      const { send: from, title } = button.dataset;
      navigator.share({ title, url: one(`#${from}`).value }).catch(() => { /* cancelled */ });
    }
    if (button?.dataset.copy) {
      navigator.clipboard.writeText(one(`#${button.dataset.copy}`).value).then(() => {
        button.textContent = "Copied";
      });
    }
  });
  on("htmx:after:swap", lay);
  on("htmx:after:swap", result);
  result();
}
