"""The Companion: score, rules and printed sheets for card games played with real cards."""

__version__ = "1.0.0"
