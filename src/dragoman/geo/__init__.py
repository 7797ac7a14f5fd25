"""Geography: provinces, coasts, edges, and the files they are read from."""

from dragoman.geo.compass import turn
from dragoman.geo.edge import COAST, CONVOY, LAND, MOVE, SEA, SUPPORT, Edge, Place, Province
from dragoman.geo.load import DRAWING, MapError, load_map, map_id, read_map
from dragoman.geo.map import CLOSED, COASTAL, IMPASSABLE, INLAND, WATER, Map, Space, distances
from dragoman.geo.operators import join, local, stack
from dragoman.geo.vanished import GONE, close, contract

__all__ = [
    "CLOSED",
    "COAST",
    "COASTAL",
    "CONVOY",
    "DRAWING",
    "GONE",
    "IMPASSABLE",
    "INLAND",
    "LAND",
    "MOVE",
    "SEA",
    "SUPPORT",
    "WATER",
    "Edge",
    "Map",
    "MapError",
    "Place",
    "Province",
    "Space",
    "close",
    "contract",
    "distances",
    "join",
    "load_map",
    "local",
    "map_id",
    "read_map",
    "stack",
    "turn",
]
