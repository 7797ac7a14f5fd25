"""The clock: when phases end, clocks stopped and started, and what the house does by itself."""
