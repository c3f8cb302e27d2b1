/* The number of players chosen at home goes with the game. */
on("click", ({ target }) => {
  const tile = target.closest("a.tile"), players = +one(".players :checked")?.value;
  if (tile && players) tile.search += `&players=${players}`;
}, true);
