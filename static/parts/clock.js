/* Converts times and days from the server's time zone to the phone's. A form such as "day month" names
   their parts: those in `short`, and others as the browser writes them in full. */
{
  const local = () => all("time[data-form]").forEach((each) => {
    const at = new Date(each.dateTime);
    const [, mon, day, year, time] = `${at}`.split(" "); // "Fri Nov 27 2026 21:04:00 …" everywhere
    const short = { day: +day, mon, year, time: time.slice(0, 5) };
    each.textContent = each.dataset.form.replace(/\w+/g, (part) =>
      short[part] ?? at.toLocaleDateString("en", { [part]: "long" }));
  });
  onHtmx("after:swap", local);
  local();
}
