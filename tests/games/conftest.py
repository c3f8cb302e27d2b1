"""Lets the rooms' tests import the helpers beside them."""
