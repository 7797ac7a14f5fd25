"""Boards of other programs, read from the user's own files and written as variant folders.

Formats are parsed; no foreign code is run. Every reader makes an `Imported`, which is the same
whichever program it comes from; `tidy` mends it, and `write` makes a folder of it.
"""
