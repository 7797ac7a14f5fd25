"""Mail: what people hear outside the house, by mail and webhook."""
