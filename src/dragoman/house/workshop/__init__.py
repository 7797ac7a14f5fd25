"""The workshop's room: drafts, what is published of them, games played of them."""
