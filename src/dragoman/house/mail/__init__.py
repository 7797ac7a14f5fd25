"""Mail: what people are told outside the house, by mail and webhook."""
