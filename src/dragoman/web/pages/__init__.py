"""The pages: HTML over the same house that the API serves."""
