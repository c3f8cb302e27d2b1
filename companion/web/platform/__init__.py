"""The parts that all pages share: sessions, headers, rate limits, static files, errors, home."""
