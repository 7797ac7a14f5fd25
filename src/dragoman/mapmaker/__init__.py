"""The map compiler: a map's text file becomes the compiled map that `draw` reads.

Needs the extra `[maps]` (shapely, numpy, networkx); nothing that runs a game imports it.
"""
