/* Progressive enhancement of questions: a keypad for numbers, cards without a round trip, reasons in the
   message line, focus on a new question. Pages work without it. */
{
  document.documentElement.classList.add("js");
  const EMPTY = "_";
  // The input that gets digits, and whether the user chose it; by default the first empty one.
  let field = null, meant = false;

  const fire = (input) => input.dispatchEvent(new Event("change", { bubbles: true }));

  // A tap on a card or a space; same as `Question.tapped` on the server. tests/taps.json tests both.
  const tapped = (text, act, what, size) => {
    if (act === "add") return `${text} ${what}`.trim();
    if (act === "part") return !text || text.endsWith("/") ? text : `${text} /`;
    if (act === "drop") {
      let at = -1;
      return text.split("/").map((g) => g.trim().split(/\s+/).filter((w) => w && ++at !== +what))
        .filter((g) => g.length).map((g) => g.join(" ")).join(" / ");
    }
    const cells = [...text.replace(/[\s/]/g, ""), ...EMPTY.repeat(size)].slice(0, size);
    let [place, mark] = what.split(" ");
    if (place === "next") place = cells.indexOf(EMPTY);
    if (cells[place]) cells[place] = mark;
    return cells.join("");
  };

  const tap = (button) => {
    const [, act, key, what] = button.value.match(/^(\w+) ([^|]*)\|(.*)$/s);
    const input = [...button.form.querySelectorAll("[data-list]")].find((i) => i.dataset.list === key);
    input.value = tapped(input.value, act, what, +input.dataset.size || 0);
    fire(input);
  };

  // Reasons of disabled answers; which question is open.
  const explain = (link) => {
    const why = one(link.getAttribute("href"));
    if (!why || !one("#msg")) return false;
    for (const each of all(".told")) each.classList.remove("told");
    link.classList.add("told");
    say("no", why.innerHTML);
    return true;
  };
  const given = (e) => e.type === "radio" || e.type === "checkbox" ? e.checked : e.value;
  const point = () => {
    const open = all(".ans > .fs").find((each) => {
      const controls = [...each.querySelectorAll("[name^='a.']")];
      return controls.length && !controls.some(given);
    });
    open?.scrollIntoView({ block: "center" });
    open?.classList.add("flash");
    setTimeout(() => open?.classList.remove("flash"), 500);
    return !!open;
  };

  const numbers = () => all("main [data-keys]");

  const mark = (input, said = true) => {
    for (const each of all(".keyed")) each.classList.remove("keyed");
    field = input;
    meant = said && input;
    input?.classList.add("keyed");
    if (said) input?.scrollIntoView({ block: "nearest" }); // otherwise do not scroll
  };

  const press = (key) => {
    if (!field?.isConnected) return;
    if (key === "done") return mark(null);
    if (key === "next") return mark(numbers()[numbers().indexOf(field) + 1]);
    if (key !== "back" && field.value === field.dataset.begins) field.value = "";
    field.value = key === "back" ? field.value.slice(0, -1) : field.value + key;
    meant = true;
    fire(field);
    // The number has all its digits: go on to the next empty input.
    const most = +field.dataset.most;
    if (most && key !== "back" && (field.value * 10 > most || field.value === "0")) {
      const later = numbers().slice(numbers().indexOf(field) + 1);
      mark(later.find((input) => !input.value) || later[0]);
    }
  };

  on("click", (event) => {
    const button = event.target.closest("button"), link = event.target.closest("a.cannot");
    if (link && explain(link)) event.preventDefault();
    // Not on pointerdown: closing would move the button away from under the finger.
    // The tap that opened the keypad ends outside the input: it must not close it again.
    if (!(event.target.closest("[data-keys], [data-press]") || event.target.contains(field))) mark(null);
    if (!button) return;
    if (button.matches(".ask-more") && point()) event.preventDefault();
    if (button.name === "tap" && button.form) {
      event.preventDefault();
      if (!button.matches("[aria-disabled=true]")) tap(button);
    } else if (button.dataset.press) press(button.dataset.press);
  }, true);

  on("focusin", (event) => {
    if (event.target.matches("[data-keys]")) mark(event.target);
  });

  // On touch screens suppress the on-screen keyboard: the keypad replaces it.
  const quiet = () => {
    if (one(".pad:is([data-open], [data-whole])") && !(meant && field.isConnected)) mark(numbers().find((input) => !input.value), false);
    if (!matchMedia("(pointer: coarse)").matches) return;
    for (const input of all("[data-keys]")) if (input.form?.querySelector(".pad")) input.inputMode = "none";
  };

  const asked = () => one("main h1")?.textContent || "";
  let heading = asked();
  on("companion:fresh", quiet);
  quiet();

  onHtmx("after:swap", (ctx) => {
    quiet();
    if (ctx.sourceElement?.matches?.("#live, #beside")) return;
    const note = one("#note:is([role=alert], [data-show])") || one("#effect[data-show]");
    if (note) note.scrollIntoView({ block: "center" });
    else if (asked() !== heading) {
      one("main h1")?.focus({ preventScroll: true });
      // Scroll to the top: a ruling is above its questions.
      if (one("#table.wide #ruling")) scrollTo(0, 0);
    }
    heading = asked();
  });
}
