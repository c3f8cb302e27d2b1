"""Rule sheets, the referee, and stored sets of house rules."""
