"""Seats for programs and language models: the tools of an MCP server, and tournaments."""
