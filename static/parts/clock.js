/* Converts times and days from the server's time zone to the phone's. */
{
  const word = (at, part, style) => at.toLocaleDateString("en", { [part]: style });
  const month = (at, style = "short") => word(at, "month", style);
  const forms = {
    clock: (at) => at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false }),
    day: (at) => `${at.getDate()} ${month(at, "long")} ${at.getFullYear()}`,
    short: (at) => `${at.getDate()} ${month(at)}`,
    month: (at) => `${month(at)} ${at.getFullYear()}`,
    weekday: (at) => word(at, "weekday", "long"),
  };
  const local = () => all("time[data-form]").forEach((each) => {
    const at = new Date(each.dateTime);
    if (!Number.isNaN(+at)) each.textContent = forms[each.dataset.form](at);
  });
  onHtmx("after:swap", local);
  local();
}
