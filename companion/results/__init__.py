"""The results of a finished replay: statistics, charts, summaries, the report."""
