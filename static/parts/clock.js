/* Converts times of day from the server's time zone to the phone's. */
{
  const local = () => all("time[datetime]").forEach((each) => {
    const at = new Date(each.dateTime);
    const shown = { hour: "2-digit", minute: "2-digit", hour12: false };
    if (!Number.isNaN(+at)) each.textContent = at.toLocaleTimeString([], shown);
  });
  onHtmx("after:swap", local);
  local();
}
