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
/* In the offline version this page makes the picture of a result, from the drawing it shows. */
const drawing = document.querySelector("img[data-paint]");
if (drawing) (async () => {
  await drawing.decode();
  const canvas = document.createElement("canvas"), name = drawing.dataset.paint;
  for (const side of ["width", "height"]) canvas[side] = drawing.getAttribute(side);
  canvas.getContext("2d").drawImage(drawing, 0, 0, canvas.width, canvas.height);
  const png = await new Promise((done) => { canvas.toBlob(done, "image/png"); });
  const save = document.querySelector("#save-picture"), send = document.querySelector("#send-picture");
  save.href = URL.createObjectURL(png);
  save.hidden = false;
  const share = { files: [new File([png], name, { type: "image/png" })], text: document.querySelector("#words").value };
  send.hidden = !navigator.canShare?.(share);
  send.onclick = () => navigator.share(share).catch(() => { /* cancelled */ });
})();
