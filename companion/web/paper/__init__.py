"""Printed documents, and the file of a finished game."""
