/* What slides up over a page: htmx fills #up, and the browser's own dialog keeps the rest out of reach.
   Without a script the same link leads to a page of its own. */
const slides = one("#up");
told("after:swap", (ctx) => {
  if (ctx.target !== slides && !slides?.contains(ctx.target)) return;
  if (!slides.open) slides.showModal();
  slides.scrollTop = 0;
});
slides?.addEventListener("click", (event) => {
  // The dialog itself is hit only beside what stands in it.
  const beside = event.target === slides && event.clientY < slides.getBoundingClientRect().top;
  if (!beside && !event.target.closest("[data-close]")) return;
  event.preventDefault();
  slides.close();
});
