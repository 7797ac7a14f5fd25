"""Migrations: one file per schema, each bringing a database from the one before."""
