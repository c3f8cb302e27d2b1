"""A table and its hands: begun, entered, corrected, looked at, shared and taken along."""
