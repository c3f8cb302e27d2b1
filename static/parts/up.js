/* The overlay: htmx fills <dialog id=up>, shown as a modal. Without scripts its links lead to pages. The phone's Back
   closes it: it has an entry in the history while it is open. */
const slides = one("#up");
{
  let entered = false;
  onHtmx("after:swap", (ctx) => {
    if (ctx.target !== slides && !slides?.contains(ctx.target)) return;
    if (!slides.open) {
      slides.showModal();
      // On Back, htmx reloads a history entry that has its mark.
      history.replaceState(null, "");
      history.pushState(null, "");
      entered = true;
    }
    slides.scrollTop = 0;
  });
  slides?.addEventListener("close", () => {
    if (entered) history.back();
    entered = false;
  });
  window.addEventListener("popstate", () => {
    if (!entered) return;
    entered = false;
    slides.close();
  });
  slides?.addEventListener("click", (event) => {
    // The dialog is the target only of taps beside its content.
    const beside = event.target === slides && event.clientY < slides.getBoundingClientRect().top;
    const link = event.target.closest("a[href]:not([href^='#'], [hx-get], [target], [download])");
    if (beside || event.target.closest("[data-close]")) {
      event.preventDefault();
      slides.close();
    } else if (entered && link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      // The page that a link opens takes the place of the overlay's entry.
      event.preventDefault();
      entered = false;
      slides.close();
      location.replace(link.href);
    }
  });
}
