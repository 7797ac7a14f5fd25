"""Play: a table's game, its drafts, its phases, how they are judged and what came of them."""
