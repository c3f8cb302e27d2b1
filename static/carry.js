/* Transfers of tables. A link has the table in its fragment, which browsers do not send: this script posts
   it. A file is offered by the Web Share API, where supported. */
const arrives = document.querySelector("[data-arrive]"), [, table] = location.hash.split("#take=");
if (arrives && table) {
  arrives.elements.table.value = table;
  arrives.submit();
}
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-send]");
  if (!link || !navigator.canShare) return;
  // Of the file types a phone shares, only text can hold a table.
  const file = (body) => new File([body], link.dataset.send.replace(".json", ".txt"), { type: "text/plain" });
  if (!navigator.canShare({ files: [file("")] })) return;
  event.preventDefault();
  try {
    await navigator.share({ files: [file(await (await fetch(link.href)).text())] });
  } catch (error) {
    if (error.name !== "AbortError") location.assign(link.href);
  }
});
