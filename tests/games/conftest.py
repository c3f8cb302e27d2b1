"""Lets the tests of the rooms import their helper beside them."""
