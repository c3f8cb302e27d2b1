"""What all pages share: sessions, headers, rate limits, static files, errors, the home page."""
