"""The house over HTTP: a JSON API, live updates, and the server that runs them."""
