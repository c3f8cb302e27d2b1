/* Converts times of day from the server's time zone to the phone's. */
{
  const local = () => all("time[datetime]").forEach((each) => {
    const at = new Date(each.dateTime);
    if (!Number.isNaN(+at)) each.textContent = at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
  });
  onHtmx("after:swap", local);
  local();
}
