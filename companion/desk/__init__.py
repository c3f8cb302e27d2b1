"""The tools for disputes at the table: search, referee, house rules and decisions."""
