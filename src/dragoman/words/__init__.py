"""Words: what places, units, powers and facts are called in English sentences."""
