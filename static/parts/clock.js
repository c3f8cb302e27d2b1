/* Times of day by the phone's own clock: the page has them by the server's. */
{
  const local = () => all("time[datetime]").forEach((each) => {
    const at = new Date(each.dateTime);
    if (!Number.isNaN(+at)) each.textContent = at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
  });
  told("after:swap", local);
  local();
}
