"""Under every page: sessions, headers, limits, static files, errors, the first page."""
