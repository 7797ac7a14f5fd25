"""Reports: verdicts as sentences, phases as results sheets, positions as plain text."""

from dragoman.report.english import describe_order, explain
from dragoman.report.explained import ExplainedResolution, ExplainedVerdict, explained_resolution
from dragoman.report.ledger import verdict_texts
from dragoman.report.sheet import position_sheet, results_sheet

__all__ = [
    "ExplainedResolution",
    "ExplainedVerdict",
    "describe_order",
    "explain",
    "explained_resolution",
    "position_sheet",
    "results_sheet",
    "verdict_texts",
]
