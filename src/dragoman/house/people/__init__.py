"""People: their accounts, names, passwords, what belongs to them and how reliable they are."""
