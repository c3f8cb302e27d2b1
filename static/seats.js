/* Seats change by drag and drop or by taps, which submit "swap 1 3"; in a list a drop submits "move 3 1". */
(() => {
  let row = null, list = null;

  const at = (y) => [...list.children].find((each) => {
    const box = each.getBoundingClientRect();
    return y >= box.top && y <= box.bottom;
  });

  const inside = (box, { clientX: x, clientY: y }) =>
    x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

  const done = () => {
    for (const each of list?.children ?? []) each.classList.remove("over", "held");
    if (from) from.seat.style.transform = "";
    row = list = from = null;
  };

  const typed = (field) => field.value.trim().replace(/\s+/g, " ");
  const called = (form, place) => {
    const field = form.elements[`name.${place}`];
    return field ? typed(field) || field.placeholder : "";
  };

  // Updates every place that names a player as the name is typed: partners, dealer, submit button,
  // rows, known names.
  const follow = (form) => {
    for (const each of form.ownerDocument.querySelectorAll("[data-name]")) {
      each.textContent = called(form, each.dataset.name) || each.textContent;
    }
    const here = [...form.querySelectorAll("[name^='name.']")].map(typed);
    const dealer = form.querySelector("[name=dealer]:checked")?.value;
    for (const each of form.ownerDocument.querySelectorAll("[data-from-dealer]")) {
      const place = (dealer - 1 + +each.dataset.fromDealer) % here.length + 1;
      each.textContent = called(form, place) || each.textContent;
    }
    // Known groups get their last way of entry, unless the user chose one.
    const ways = form.querySelector("[data-ways]:not([data-meant])");
    const way = ways && JSON.parse(ways.dataset.ways)[here.filter(Boolean).sort().join("\n")];
    if (way) ways.querySelector(`[value="${way}"]`).checked = true;
    for (const chip of form.querySelectorAll("[data-put]")) {
      chip.setAttribute("aria-pressed", here.includes(chip.dataset.put));
    }
    for (const row of form.querySelectorAll("[data-place]")) {
      const name = called(form, row.dataset.place) || "empty";
      row.querySelector("[data-who]").textContent = name;
      for (const button of row.querySelectorAll("button")) {
        button.setAttribute("aria-label", `${name} one seat ${button.value.split(" ")[0]}`);
      }
    }
  };
  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, ({ target }) => {
      if (target.name === "entry") target.closest("[data-ways]").dataset.meant = "";
      if (target.form && /^(name\.\d+|dealer)$/.test(target.name)) follow(target.form);
    });
  }

  // The line above a house rule shows the chosen value, and the heading counts the changed rules.
  const words = (box) => {
    const copy = box.closest("label").querySelector("span > span").cloneNode(true);
    copy.querySelector("small")?.remove();
    return copy.childNodes;
  };
  const value = (rule) => rule.querySelector("[name^='rule.']:is([type=radio]:checked, :not([type=radio]))").value;
  const differs = (rule) => value(rule) !== rule.dataset.standard;
  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, ({ target }) => {
      const rule = target.name?.startsWith("rule.") && target.closest("[data-standard]");
      if (!rule) return;
      const line = rule.querySelector("summary small");
      line.replaceChildren(...(target.type === "radio" ? words(target) : [target.value]));
      const count = [...document.querySelectorAll("[data-standard]")].filter(differs).length;
      for (const each of document.querySelectorAll("[data-changed]")) {
        each.textContent = count ? `${count} not standard` : "all standard";
      }
    });
  }

  // The next empty seat in the order of play, round the table.
  const following = (field) => {
    const seats = [...field.form.querySelectorAll("[name^='name.']")], at = seats.indexOf(field);
    return at < 0 ? undefined : [...seats.slice(at + 1), ...seats.slice(0, at)].find((each) => !typed(each));
  };

  // While a name is typed the middle of the table says whose is next.
  const goes = () => document.querySelector(".goes span");
  document.addEventListener("focusin", ({ target }) => {
    if (!/^name\.\d+$/.test(target.name)) return;
    const next = following(target), line = goes();
    target.enterKeyHint = next ? "next" : "done";
    if (!line) return;
    line.dataset.turn ??= line.textContent;
    line.textContent = next ? `Next: ${next.placeholder}` : "The last name";
  });
  document.addEventListener("focusout", () => {
    const line = goes();
    if (line?.dataset.turn) line.textContent = line.dataset.turn;
  });

  // The return key goes on to the next empty seat; in any other field, and if no seat is empty, it closes the
  // keyboard.
  document.addEventListener("keydown", (event) => {
    const field = event.target;
    if (event.key !== "Enter" || event.isComposing || !field.matches("form[method=post] input")) return;
    event.preventDefault();
    const next = following(field);
    if (next) next.select(); else field.blur();
    if (field.matches("[hx-post]")) shut(field);
  });

  // The list of values of a word closes after a selection.
  const shut = (field) => field.closest("[popover]")?.hidePopover?.();
  document.addEventListener("change", ({ target }) => { if (target.type === "radio") shut(target); });
  document.addEventListener("click", ({ target }) => { if (target.closest?.(".word .go")) shut(target); });
  // The second tap of a double tap on that list, or a tap outside it, does not press the bar below.
  let shutting = 0;
  const root = document.documentElement;
  document.addEventListener("beforetoggle", ({ newState }) => {
    if (newState !== "closed") return;
    root.dataset.shut = "";
    clearTimeout(shutting);
    shutting = setTimeout(() => delete root.dataset.shut, 500);
  }, true);
  document.addEventListener("click", (event) => {
    if (!("shut" in root.dataset) || !event.target.closest?.(".bar")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // If a page is redrawn over the old one, the attribute of a radio button moves and its state may not.
  document.addEventListener("htmx:after:swap", () => {
    for (const each of document.querySelectorAll("[type=radio][checked]")) each.checked = true;
  });

  // Keep the submitted value in the attribute, which htmx compares: the reply may clear the field.
  document.addEventListener("submit", ({ target }) => {
    for (const field of target.querySelectorAll("input[name*='.']")) {
      if (field.type === "text") field.defaultValue = field.value;
    }
  }, true);

  // A seat is dragged onto another one, or both are tapped once "Change seats" is on.
  let from = null;
  const submit = (form, value) => {
    const button = form.querySelector("[data-move]");
    button.value = value;
    document.activeElement.blur(); // a field that is being typed in would keep its name
    form.requestSubmit(button);
  };
  const swap = (one, other) => submit(one.closest("form"), `swap ${one.dataset.seat} ${other.dataset.seat}`);
  document.addEventListener("click", ({ target }) => {
    const change = target.closest?.(".change"), key = target.closest?.(".swap");
    if (change) {
      const on = change.parentElement.classList.toggle("changing");
      change.ariaPressed = `${on}`;
      for (const each of document.querySelectorAll(".swap")) each.ariaPressed = "false";
    } else if (key) {
      const other = document.querySelector(".swap[aria-pressed=true]");
      if (!other || other === key) key.ariaPressed = `${!other}`;
      else swap(other.parentElement, key.parentElement);
    }
  });

  document.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest?.("[data-grip]"), seat = event.target.closest?.(".seat");
    if (event.button) return;
    if (seat && !event.target.closest(".deals")) from = { seat, x: event.clientX, y: event.clientY };
    if (!grip) return;
    row = grip.closest("[data-place]");
    list = row.parentElement;
    row.classList.add("held");
    event.preventDefault();
  });

  document.addEventListener("pointermove", (event) => {
    if (from) {
      const x = event.clientX - from.x, y = event.clientY - from.y;
      if (Math.hypot(x, y) < 12 && !row) return;
      row = from.seat;
      list = row.parentElement;
      row.classList.add("held");
      row.style.transform = `translate(${x}px, ${y}px)`;
      from.over = [...list.children].find((each) => each !== row && each.matches(".seat")
        && inside(each.getBoundingClientRect(), event));
      for (const each of list.children) each.classList.toggle("over", each === from.over);
      return;
    }
    if (!row) return;
    const there = at(event.clientY);
    for (const each of list.children) each.classList.toggle("over", each === there && each !== row);
  });

  document.addEventListener("pointerup", (event) => {
    if (from) {
      const { seat, over } = from;
      done();
      if (over) swap(seat, over);
    }
    if (!row) return;
    const there = at(event.clientY), { place } = row.dataset, form = row.closest("form"), same = there === row;
    done();
    if (there && !same) submit(form, `move ${place} ${there.dataset.place}`);
  });

  document.addEventListener("pointercancel", done);
})();
