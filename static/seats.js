/* Drag and drop of seats: a drop submits "move 3 1" to the server. */
(() => {
  let row = null, list = null;

  const at = (y) => [...list.children].find((each) => {
    const box = each.getBoundingClientRect();
    return y >= box.top && y <= box.bottom;
  });

  const done = () => {
    for (const each of list?.children ?? []) each.classList.remove("over", "held");
    row = list = null;
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
    const dealer = form.querySelector("[name=dealer]:checked");
    for (const each of form.ownerDocument.querySelectorAll("[data-dealer]")) {
      each.textContent = called(form, dealer?.value) || each.textContent;
    }
    const here = [...form.querySelectorAll("[name^='name.']")].map(typed);
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

  // The return key goes on to the next seat in the order of play; the last closes the keyboard.
  document.addEventListener("keydown", (event) => {
    const place = /^name\.(\d+)$/.exec(event.target.name)?.[1];
    if (!place || event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    const next = event.target.form.elements[`name.${+place + 1}`];
    if (next) next.select(); else event.target.blur();
  });

  document.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest?.("[data-grip]");
    if (!grip || event.button) return;
    row = grip.closest("[data-place]");
    list = row.parentElement;
    row.classList.add("held");
    event.preventDefault();
  });

  document.addEventListener("pointermove", (event) => {
    if (!row) return;
    const there = at(event.clientY);
    for (const each of list.children) each.classList.toggle("over", each === there && each !== row);
  });

  document.addEventListener("pointerup", (event) => {
    if (!row) return;
    const there = at(event.clientY), from = row, button = row.closest("form").querySelector("[data-move]");
    done();
    if (!there || there === from) return;
    button.value = `move ${from.dataset.place} ${there.dataset.place}`;
    button.form.requestSubmit(button);
  });

  document.addEventListener("pointercancel", done);
})();
