"""Reports: verdicts as sentences, phases as results sheets, positions as plain text."""

from dragoman.report.english import describe_order, explain
from dragoman.report.ledger import verdict_texts
from dragoman.report.sheet import position_sheet, results_sheet
from dragoman.report.told import ToldResolution, ToldVerdict, told_resolution

__all__ = [
    "ToldResolution",
    "ToldVerdict",
    "describe_order",
    "explain",
    "position_sheet",
    "results_sheet",
    "told_resolution",
    "verdict_texts",
]
