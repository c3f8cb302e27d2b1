"""What settles a dispute at the table: search, referee, house rules and decisions."""
