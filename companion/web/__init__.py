"""The pages of the app: Flask routes, and the data that templates show."""
