/* The number of players chosen at home goes with the game. */
on("click", ({ target }) => {
  const tile = target.closest("a.tile"), chosen = one(".players :checked");
  if (!tile || !chosen) return;
  const url = new URL(tile.href);
  url.searchParams.set("players", +chosen.value || 0); // 0 for any
  tile.href = url;
}, true);
