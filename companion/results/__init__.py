"""What is made of a finished replay: statistics, charts, summaries, the report."""
