/* Progressive enhancement of questions: a keypad for numbers, cards without a round trip, reasons in the
   message line, focus on a new question. Pages work without it. */
{
  document.documentElement.classList.add("js");
  // The input chosen for digits; until one is, they go to the first empty one.
  let field = null, question = "", pause = 0;
  // The tapped box that has a number: the next digit replaces the number.
  let fresh = null;

  const asked = () => one("main [name=hand]")?.value + one("main h1")?.textContent;
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
    const cells = [...text.replace(/[\s/]/g, ""), ..."_".repeat(size)].slice(0, size);
    let [place, mark] = what.split(" ");
    if (place === "next") place = cells.indexOf("_");
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
    const why = one(link.hash);
    if (!why || !one("#msg")) return false;
    one(".explained")?.classList.remove("explained");
    link.classList.add("explained");
    say(one(".bar .go[form]") ? "" : "no", why.innerHTML); // not red above a page that can be saved
    link.scrollIntoView({ block: "nearest" }); // below the message at the upper edge
    return true;
  };
  const given = (e) => e.type === "radio" || e.type === "checkbox" ? e.checked : e.value;
  const unanswered = () => all(".ans > .fs").find((each) => {
    const controls = [...each.querySelectorAll("[name^='a.']")];
    return controls.length && !controls.some(given);
  });
  const point = () => {
    const open = unanswered();
    open?.scrollIntoView({ block: "center" });
    open?.classList.add("flash");
    setTimeout(() => open?.classList.remove("flash"), 500);
    return !!open;
  };

  // -- the keypad: Next goes to the next box, from the last to the first empty one; so does a digit that is too many --
  const numbers = () => all("main [data-keys]:enabled");
  const empty = () => numbers().find((input) => !input.value);
  const stands = () => one(".app .pad");
  const low = matchMedia("(max-height: 37.5rem) and (orientation: portrait)");
  // A redraw of the same question keeps the chosen box; a new question has none.
  const chosen = () => {
    if (field?.matches(":disabled") || question !== asked()) field = null;
    if (field && !field.isConnected) field = numbers().find((input) => input.name === field.name) || null;
    return field;
  };
  const target = () => chosen() || (stands() && empty());

  // Marks the box that digits go to: lit if it was chosen, dashed if it is only the first empty one.
  const light = () => {
    const at = target();
    for (const each of numbers()) {
      each.classList.toggle("keyed", each === field);
      const box = each.closest(".fld");
      box?.classList.toggle("first", each === at && each !== field);
      if (box) each.ariaInvalid = box.classList.contains("bad") ? "true" : null;
    }
  };
  const mark = (input) => {
    field = input;
    question = asked();
    light();
    input?.scrollIntoView({ block: "nearest" });
  };

  // The server does not refuse a number that is still being typed: `typing` names its field for 1.5 seconds.
  const typing = (input) => {
    const box = input?.form?.elements.typing;
    clearTimeout(pause);
    if (!box) return;
    box.value = input.name;
    pause = setTimeout(() => settle(input), 1500);
  };
  const settle = (input) => {
    clearTimeout(pause);
    const box = input?.form?.elements.typing;
    if (!box?.value) return;
    box.value = "";
    fire(input);
  };
  const summed = (input) => {
    const parts = input.value.split("+"), box = input.closest(".fld");
    const sum = parts.reduce((total, part) => total + +(part || NaN), 0);
    if (parts[1] && sum >= 0) box.dataset.sum = sum;
    else delete box?.dataset.sum;
  };

  // The empty box below one that a digit would make impossible: more than it, or than the total, allows.
  const beyond = (at, key) => {
    const limits = (each) => each.closest(".fld")?.dataset || {}, { most, total } = limits(at);
    const value = at.value + key, list = numbers();
    const left = list.reduce((sum, each) => sum - (each !== at && limits(each).total === total && each.value), total);
    return at.value && (value > +most || value > left || /^0\d/.test(value))
      && list.slice(list.indexOf(at)).find((each) => !each.value);
  };
  // A code is sent with its last digit.
  const whole = (at) => at.matches("[data-sends]") && at.value.length === at.maxLength;
  const press = (key, button) => {
    let at = target();
    if (key === "next") {
      const list = numbers(), next = list[list.indexOf(at) + 1] || empty();
      if (at) settle(at);
      return next ? mark(next) : shake(button);
    }
    if (!at) return shake(button);
    if ((at === fresh && /\d/.test(key)) || (key !== "back" && at.value === at.dataset.begins)) at.value = "";
    fresh = null;
    const next = beyond(at, key);
    if (next) settle(at);
    at = next || at;
    if (at !== field) mark(at);
    at.value = key === "back" ? at.value.slice(0, -1) : (at.value + key).slice(0, at.maxLength);
    if (whole(at)) return at.form.requestSubmit();
    summed(at);
    typing(at);
    fire(at);
  };

  on("click", (event) => {
    const button = event.target.closest("button"), link = event.target.closest("a.cannot");
    if (link && explain(link)) event.preventDefault();
    // One Back leaves the table: the next question takes the place of the result.
    const onward = event.target.closest("[data-replaces]");
    if (onward) {
      event.preventDefault();
      location.replace(onward.href);
    }
    // Where the keypad slides up, a tap beside it closes it: not on pointerdown, which would move the key away
    // from under the finger. The tap that opened it ends outside the input.
    const beside = !(event.target.closest("[data-keys], [data-press]") || event.target.contains(field));
    if (beside && field) settle(field);
    if (beside && (!stands() || low.matches)) mark(null);
    if (!button) return;
    if (button.matches(".ask-more") && point()) event.preventDefault();
    if (button.name === "tap" && button.form) {
      event.preventDefault();
      if (!button.matches("[aria-disabled=true]")) tap(button);
    } else if (button.dataset.press) press(button.dataset.press, button);
    // A legal number in the place of a refused one.
    const box = button.dataset.into && numbers().find((each) => each.name === button.dataset.into);
    if (box) {
      box.value = button.value;
      mark(empty() || (fresh = box));
      fire(box);
    }
  }, true);

  on("focusin", (event) => {
    if (!event.target.matches("[data-keys]")) return;
    mark(event.target);
    fresh = event.target.value && event.target;
  });

  // Of keys in tabs the next open ones follow.
  on("change", ({ target }) => {
    const rows = target.name !== "tab" && target.closest(".tabs")?.children;
    const open = rows && [...rows].find((row) => !row.querySelector("[name^='a.']:checked"));
    if (open) open.querySelector("[name=tab]").checked = true;
  });

  // Answers that unfold over others close on a tap; the fold shows the chosen one. Then the next pack opens.
  on("change", ({ target }) => {
    const field = target.closest?.(".ans > .fs"), fold = field?.querySelector(".rare, [data-over]");
    const next = field && target.checked && unanswered(), more = fold?.querySelector("[data-more]");
    if (next && next !== field) next.querySelector("[data-over]")?.setAttribute("open", "");
    if (!more || target.type !== "radio") return;
    const chosen = fold.querySelector("label:has(:checked)"), copy = chosen?.cloneNode(true);
    copy?.querySelector("input").remove();
    more.replaceChildren(...(copy?.childNodes ?? [more.dataset.more]));
    if (fold.matches(".rare")) more.classList.toggle("on", !!chosen);
    fold.open = false;
  });

  // A keyboard's digits are a number still being typed, too; leaving its box ends it.
  on("input", (event) => {
    if (!event.target.matches("[data-keys]")) return;
    if (whole(event.target)) event.target.form.requestSubmit();
    summed(event.target);
    typing(event.target);
  });
  on("change", (event) => {
    const box = event.isTrusted && event.target.matches("[data-keys]") && event.target.form?.elements.typing;
    if (box) box.value = "";
  }, true);

  // On touch screens suppress the on-screen keyboard: the keypad replaces it.
  const quiet = () => {
    light();
    for (const input of numbers()) summed(input);
    if (!matchMedia("(pointer: coarse)").matches) return;
    for (const input of all("[data-keys]")) if (input.form?.querySelector(".pad")) input.inputMode = "none";
  };

  let heading = asked();
  quiet();

  onHtmx("after:swap", (ctx) => {
    quiet();
    if (ctx.sourceElement?.matches?.("#live, #beside")) return;
    const note = one("#note:is([role=alert], [data-show])"), changed = one("#asked");
    if (note || changed) (note || changed).scrollIntoView({ block: note ? "center" : "nearest" });
    else if (asked() !== heading) {
      // Read aloud: the answer just given, then the question.
      const title = one("main h1"), given = one(".bar .undo:enabled b")?.textContent.trim();
      if (title && given) title.ariaLabel = `${given}. ${title.textContent.trim()}`;
      title?.focus({ preventScroll: true });
      // Scroll to the top: a ruling is above its questions.
      if (one("#table.wide #ruling")) scrollTo(0, 0);
    }
    heading = asked();
  });
}
