"""Reports: verdicts as sentences, phases as results sheets, positions as plain text."""

from dragoman.report.english import describe_order, explain
from dragoman.report.sheet import position_sheet, results_sheet

__all__ = ["describe_order", "explain", "position_sheet", "results_sheet"]
