"""Drawing: positions, orders and results become SVG, in plain Python from compiled maps."""
