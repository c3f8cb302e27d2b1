"""What goes to paper, and the file that keeps a finished game."""
