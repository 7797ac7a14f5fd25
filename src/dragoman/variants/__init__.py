"""Variants, read from folders and put together."""

from dragoman.variants.files import find, variant_ids
from dragoman.variants.load import answers, load, shared_questions

__all__ = ["answers", "find", "load", "shared_questions", "variant_ids"]
