"""The house: tables at which people play, with their seats, orders, time and ends; no HTTP."""
