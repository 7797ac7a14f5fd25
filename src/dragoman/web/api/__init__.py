"""The JSON API: one file for each matter, each with a list of its routes."""
