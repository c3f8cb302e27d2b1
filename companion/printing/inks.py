"""The two inks of paper: what is drawn is drawn in these."""

from __future__ import annotations

RED = "#93191d"
"""The second ink; where a document is asked for in black, the first takes its place."""
BLACK = "#161616"
