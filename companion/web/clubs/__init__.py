"""The pages of clubs: an evening, the season, settings and changes."""
