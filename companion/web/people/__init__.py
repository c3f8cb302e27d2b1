"""Everybody who plays: the history, and what each has played and won."""
