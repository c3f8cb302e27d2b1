"""The pages of a night of tables: the form of a new one, ranking, rounds, papers."""
