"""The rules desk: every rule sheet, the referee, and kept sets of house rules."""
