/* A keyboard answers a question: the first letters or the digits of an answer choose it, Enter is the green
   key. Of "7 no" the letter comes first: N 7. A switch turns it off. */
{
  const MORE = 700, FORGOTTEN = 1500; // ms to wait for another digit, and until typed letters are dropped
  let typed = "", at = 0, wait = 0;
  const letters = (text) => text.toLowerCase().replace(/[^\p{L}\p{N} ]/gu, "").trim();
  const codes = (control) => {
    const words = letters(control.value).split(/\s+/), label = letters((control.labels?.[0] || control).textContent);
    const number = (word) => /^\d/.test(word);
    const short = [...words.filter((word) => !number(word)).map((word) => word[0]), ...words.filter(number)].join("");
    return number(label) ? [short] : [short, label.replaceAll(" ", "")];
  };
  // The answers of the first question without one.
  const open = () => {
    const every = all(".ans :is(button, input[type=radio])[name^='a.']:enabled");
    const given = every.filter((each) => each.checked).map((each) => each.name);
    const name = every.find((each) => !given.includes(each.name))?.name;
    return every.filter((each) => each.name === name);
  };
  const choose = (control) => {
    typed = "";
    control.click();
  };
  const enter = (key) => {
    const pad = one(`.app .pad [data-press="${key}"]`);
    clearTimeout(wait);
    if (pad) return pad.click();
    typed += key;
    const found = open().filter((each) => codes(each).some((code) => code.startsWith(typed)));
    const exact = found.filter((each) => codes(each).includes(typed));
    if (!found.length) typed = "";
    if (found.length === 1) choose(found[0]);
    else if (exact.length === 1) wait = setTimeout(choose, MORE, exact[0]); // 1, or 1 of 10
    return undefined;
  };
  on("keydown", (event) => {
    const { key, target } = event;
    const busy = target.closest("dialog, select, textarea, input:not([type=radio], [type=checkbox])");
    if (busy || event.repeat || event.ctrlKey || event.metaKey || event.altKey || !one(".app")
      || memory("keys") === "off") return;
    if (key === "Enter" && !target.closest("a, button, summary")) {
      event.preventDefault();
      one(".bar .go:not([hidden], :disabled)")?.click();
    } else if (/^[\p{L}\p{N}]$/u.test(key)) {
      if (event.timeStamp - at > FORGOTTEN) typed = "";
      at = event.timeStamp;
      enter(key.toLowerCase());
    }
  });
}
