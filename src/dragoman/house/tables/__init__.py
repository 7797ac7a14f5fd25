"""Tables: how they are made and found, who sits there, what they say, vote and see."""
