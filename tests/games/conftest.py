"""Lets the tests of games import the helpers beside them."""
