"""Clubs: their rules of counting, the season's ranking, and payments after an evening."""
