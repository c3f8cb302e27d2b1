"""Pages of a table: start, play, correct, view, share, export."""
