/* What a player taps next so that a page gets these answers: an element, or null while the page is not
   there yet. A page with all of them is saved. */
(doc, answers) => {
  const one = (css, root = doc) => root.querySelector(css);
  const all = (css, root = doc) => [...root.querySelectorAll(css)];
  const DONE = "done", WAIT = null;
  const part = (name, value) => `[name=${JSON.stringify(name)}][value=${JSON.stringify(value)}]`;
  const finger = (box) => box.closest("label") ?? box;
  const folded = (box) => {
    const fold = box.closest("details:not([open])");
    return fold ? one("summary", fold) : finger(box);
  };

  const number = (box, text) => {
    if (!/^[-−+\d]+$/.test(text)) {
      if (box.value !== text) {
        box.value = text;
        box.dispatchEvent(new Event("change", { bubbles: true }));
      }
      return DONE;
    }
    const wanted = text.replace("-", "−"), there = box.value.replace("-", "−");
    if (there === wanted) return DONE;
    if (!box.classList.contains("keyed")) return box;
    const key = wanted.startsWith(there) ? wanted[there.length] : "back";
    return all(`[data-press="${key}"]`).find((each) => each.getClientRects().length) ?? WAIT;
  };
  const listed = (box, key, text) => {
    if (box.dataset.size) {
      const wanted = text.replaceAll(/[/ ]/g, ""), there = box.value.replaceAll(/[/ _]/g, "");
      return there.length === wanted.length ? DONE : one(part("tap", `mark ${key}|next ${wanted[there.length]}`));
    }
    const codes = (cards) => (cards === "none" ? "" : cards).replaceAll("/", " / ").split(/\s+/).filter(Boolean);
    const wanted = codes(text), there = codes(box.value);
    if (there.length >= wanted.length) return DONE;
    const next = wanted[there.length];
    return one(part("tap", next === "/" ? `part ${key}|` : `add ${key}|${next}`));
  };
  const shared = (key, text) => {
    for (const [place, share] of text.split(" ").entries()) {
      const name = `a.${key}.${place}`, boxes = all(`[name="${name}"]`);
      if (!boxes.length) continue;  // computed from the others
      if (boxes[0].type !== "radio") {
        const step = number(boxes[0], share);
        if (step !== DONE) return step;
        continue;
      }
      const box = boxes.find((each) => each.value === share);
      if (!box || box.checked) continue;
      const row = box.closest(".mrow"), tab = row?.closest(".tabs") && one(".tab", row);
      return tab && !finger(box).getClientRects().length ? tab : finger(box);
    }
    return DONE;
  };
  const enter = (key, text) => {
    const name = `a.${key}`, boxes = all(`[name="${name}"]`);
    if (!boxes.length) {
      if (all(`[name^="${name}."]`).length) return shared(key, text);
      return text === "none" ? DONE : WAIT;
    }
    const [first] = boxes;
    if (first.type === "hidden") return listed(first, key, text);
    if (first.type === "radio") {
      const box = boxes.find((each) => each.value === text);
      if (!box) return one(".calc", first.closest(".fs")) ? DONE : WAIT;
      return box.checked ? DONE : folded(box);
    }
    if (first.type === "checkbox") {
      const wanted = new Set(text === "none" ? [] : text.split(" "));
      const box = boxes.find((each) => each.checked !== wanted.has(each.value));
      return box ? folded(box) : DONE;
    }
    return number(first, text);
  };

  const cover = one("details.secret:not([open]) > summary");
  if (cover) return cover;
  const crossed = one(".crossed input")?.name.slice(2);
  if (crossed) {
    const keys = crossed.split("+"), both = keys.filter((key) => key in answers).map((key) => answers[key]).join(" ");
    const others = Object.entries(answers).filter(([key]) => !keys.includes(key));
    answers = Object.fromEntries([[crossed, both], ...others]);
  }
  const send = ([key, text]) => one(`button${part(`a.${key}`, text)}`);
  const last = Object.entries(answers).filter(send).at(-1);
  for (const answer of Object.entries(answers)) {
    const step = answer[0] === last?.[0] ? DONE : enter(...answer);
    if (step !== DONE) return step;
  }
  return last ? folded(send(last)) : one("footer.bar button.go");
}
