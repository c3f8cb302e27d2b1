"""Running the app for strangers: limits, slots for expensive requests, monitoring, processes."""
