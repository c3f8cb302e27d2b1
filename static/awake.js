/* While a table is open: keep the screen on, say score changes, hold back a swap that would take a
   half-made choice away. Every part is a switch or does nothing where the browser has no such thing. */
(() => {
  const at = () => document.querySelector("[data-table]");
  const wish = (name, first) => {
    try { return (localStorage.getItem(`companion.${name}`) ?? first) === "on"; } catch { return first === "on"; }
  };
  const keep = (name, on) => { try { localStorage.setItem(`companion.${name}`, on ? "on" : "off"); } catch { /* not kept */ } };

  // -- the screen ---------------------------------------------------------------------------------
  let lock = null, film = null;
  const awake = async () => {
    const want = wish("awake", "on") && at() && !document.hidden;
    if (!want) { lock?.release(); lock = null; film?.pause(); return; }
    if (navigator.wakeLock) {
      try { lock ??= await navigator.wakeLock.request("screen"); lock.onrelease = () => { lock = null; }; } catch { /* low battery */ }
    } else if (film === null && document.body.dataset.film) {
      film = Object.assign(document.createElement("video"), { muted: true, loop: true, playsInline: true, src: document.body.dataset.film });
      film.play().catch(() => { film = null; });
    } else film?.play().catch(() => {});
  };

  // -- the standing, in words -----------------------------------------------------------------------
  let said = "";
  const tell = () => {
    const words = document.querySelector("[data-say]")?.dataset.say || "";
    if (words === said) return;
    const first = said === "" && !document.querySelector("[data-new]");
    said = words;
    if (!words || first) return;
    const region = document.getElementById("said");
    if (region) region.textContent = words;
    if (wish("spoken", "off") && window.speechSynthesis) {
      speechSynthesis.cancel();
      speechSynthesis.speak(new SpeechSynthesisUtterance(words.replaceAll("−", "minus ")));
    }
  };

  // -- switches ---------------------------------------------------------------------------------------
  const switches = () => {
    for (const box of document.querySelectorAll("[data-switch]")) {
      box.checked = wish(box.dataset.switch, box.dataset.first);
      box.closest("[hidden]")?.removeAttribute("hidden");
    }
  };
  document.addEventListener("change", (event) => {
    const box = event.target.closest?.("[data-switch]");
    if (!box) return;
    keep(box.dataset.switch, box.checked);
    awake();
  });

  // -- following ----------------------------------------------------------------------------------------
  let ticks = 0, quiet = 0;
  const choosing = () => {
    const form = document.querySelector("form.ask-form");
    return form && [...form.elements].some((e) => e.name?.startsWith("a.") && e.tagName !== "BUTTON"
      && (e.type === "radio" || e.type === "checkbox" ? e.checked : e.value !== ""));
  };
  document.addEventListener("htmx:before:request", (event) => {
    if (event.detail.ctx.sourceElement?.id !== "live") return;
    ticks += 1;
    // Five quiet minutes on, only every fourth question is asked.
    if (document.hidden || (++quiet > 120 && ticks % 4)) event.preventDefault();
    // What this phone has entered itself it has seen.
    const mine = document.querySelector("[name=seen]")?.value;
    if (mine) event.detail.ctx.request.headers["HX-PTag"] = mine;
  });
  document.addEventListener("htmx:before:swap", (event) => {
    const ctx = event.detail.ctx;
    if (ctx?.sourceElement?.id !== "live" || !ctx.text) return;
    const seen = (text) => /name="seen" value="(\d+)"/.exec(text)?.[1];
    const mine = document.querySelector("[name=seen]")?.value;
    if (mine && seen(ctx.text) === mine) { event.preventDefault(); return; }
    quiet = 0;
    const moved = document.getElementById("moved");
    if (moved && choosing()) { event.preventDefault(); moved.hidden = false; }
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("#show-moved")) location.reload();
    if (event.target.closest("#read-out") && window.speechSynthesis) {
      const words = document.querySelector("[data-say]")?.dataset.say;
      if (words) { speechSynthesis.cancel(); speechSynthesis.speak(new SpeechSynthesisUtterance(words.replaceAll("−", "minus "))); }
    }
    quiet = 0;
    awake();
  });

  const settle = () => { tell(); switches(); awake(); };
  document.addEventListener("visibilitychange", awake);
  document.addEventListener("DOMContentLoaded", settle);
  document.addEventListener("htmx:after:swap", settle);
  document.addEventListener("companion:fresh", settle);

  if ("serviceWorker" in navigator && window.isSecureContext) navigator.serviceWorker.register("/sw.js").catch(() => {});
})();
