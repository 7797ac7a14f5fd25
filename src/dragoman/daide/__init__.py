"""Games over the DAIDE protocol, for bots that speak it."""
