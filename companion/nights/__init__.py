"""A night of tables: many people at one game, with new partners each round."""
