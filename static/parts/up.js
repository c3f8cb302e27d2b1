/* The overlay: htmx fills <dialog id=up>, shown as a modal. Without scripts its links lead to pages. */
const slides = one("#up");
onHtmx("after:swap", (ctx) => {
  if (ctx.target !== slides && !slides?.contains(ctx.target)) return;
  if (!slides.open) slides.showModal();
  slides.scrollTop = 0;
});
slides?.addEventListener("click", (event) => {
  // The dialog is the target only of taps beside its content.
  const beside = event.target === slides && event.clientY < slides.getBoundingClientRect().top;
  if (!beside && !event.target.closest("[data-close]")) return;
  event.preventDefault();
  slides.close();
});
