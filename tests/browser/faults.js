/* What is wrong with the page as it is shown, in words: wider than the screen, a part beyond it, text that runs out
   of its box or stands on other text. What scrolls, is cut off on purpose or stays in place is left out. */
const found = new Set(), root = document.documentElement, width = root.clientWidth;
const named = (e) => e.localName + (e.id ? "#" + e.id : "") + (e.classList.length ? "." + [...e.classList].join(".") : "");
const words = (e) => JSON.stringify(e.textContent.trim().replace(/\s+/g, " ").slice(0, 40));
const ancestors = function* (e) { for (; e && e !== document.body; e = e.parentElement) yield e; };
const sideways = (e) => [...ancestors(e)].some((up) => !["visible", "clip"].includes(getComputedStyle(up).overflowX));
const stuck = (e) => [...ancestors(e)].some((up) => ["fixed", "sticky"].includes(getComputedStyle(up).position));
const unseen = (e) => !e.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })
  || e.closest("svg, dialog:not([open]), [hidden]")
  || [...ancestors(e)].some((up) => {
    const style = getComputedStyle(up);
    return style.clipPath !== "none" || (style.position === "absolute" && style.clip !== "auto");
  });
if (root.scrollWidth > width + 1) found.add(`the page is ${root.scrollWidth} px wide on a screen of ${width}`);
const all = [...document.body.querySelectorAll("*")].filter((e) => !unseen(e));
for (const e of all) {
  const { left, right, width: wide, height } = e.getBoundingClientRect();
  if (wide > 1 && height > 1 && (right > width + 1 || left < -1) && !sideways(e)) {
    found.add(`${named(e)} ${words(e)} reaches from ${Math.round(left)} to ${Math.round(right)}`);
  }
}
const modal = document.querySelector("dialog:modal"), lines = [];
for (const e of all) {
  if (modal && !modal.contains(e)) continue;
  const clips = [...ancestors(e)].filter((up) => {
    const style = getComputedStyle(up);
    return style.overflowY !== "visible" || style.overflowX !== "visible";
  }).map((up) => up.getBoundingClientRect());
  for (const node of e.childNodes) {
    if (node.nodeType !== 3 || !node.data.trim()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width < 4 || box.height < 4) continue;
      const x = box.x + box.width / 2, y = box.y + box.height / 2;
      if (clips.some((c) => x < c.left || x > c.right || y < c.top || y > c.bottom)) continue;
      // Only the middle of a line of text is ink; the space above and below it may overlap.
      const ink = {
        left: Math.max(box.left, ...clips.map((c) => c.left)), right: Math.min(box.right, ...clips.map((c) => c.right)),
        top: box.top + box.height * 0.3, bottom: box.bottom - box.height * 0.3,
      };
      lines.push([e, ink]);
      let block = e;
      while (block && ["inline", "contents"].includes(getComputedStyle(block).display)) block = block.parentElement;
      if (!block || block === document.body || block === root) continue;
      const style = getComputedStyle(block), around = block.getBoundingClientRect();
      if (style.position === "absolute" || /auto|scroll|hidden|clip/.test(style.overflowX + style.overflowY)) continue;
      if (ink.bottom > around.bottom + 1 || ink.top < around.top - 1 || ink.right > around.right + 4) {
        found.add(`${words(e)} runs out of ${named(block)}`);
      }
    }
  }
}
lines.sort((a, b) => a[1].top - b[1].top);
for (let i = 0; i < lines.length; i++) {
  for (let k = i + 1; k < lines.length && lines[k][1].top < lines[i][1].bottom; k++) {
    const [e, a] = lines[i], [f, b] = lines[k];
    if (e === f || (e.contains(f) && getComputedStyle(f).position === "absolute")) continue;
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = Math.min(a.bottom, b.bottom) - b.top;
    if (wide > 3 && high > 1.5 && !stuck(e) && !stuck(f)) found.add(`${words(e)} stands on ${words(f)}`);
  }
}
return [...found].slice(0, 8);
