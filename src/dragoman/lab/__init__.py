"""The laboratory: many games by bots, and what they say about a variant."""
