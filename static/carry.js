/* A table that arrives in a link stands behind its “#”, which browsers send to nobody: the page hands
   it over itself. What goes as a file goes by the phone's own share sheet, where there is one. */
const arrives = document.querySelector("[data-arrive]"), [, table] = location.hash.split("#take=");
if (arrives && table) {
  arrives.elements.table.value = table;
  arrives.submit();
}
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-send]");
  if (!link || !navigator.canShare) return;
  // Phones share text, and no other kind that holds a table.
  const file = (body) => new File([body], link.dataset.send.replace(".json", ".txt"), { type: "text/plain" });
  if (!navigator.canShare({ files: [file("")] })) return;
  event.preventDefault();
  try {
    await navigator.share({ files: [file(await (await fetch(link.href)).text())] });
  } catch (error) {
    if (error.name !== "AbortError") location.assign(link.href);
  }
});
