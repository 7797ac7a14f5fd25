"""Variants, read from folders and put together."""

from dragoman.variants.compositions import described
from dragoman.variants.files import find, variant_ids
from dragoman.variants.load import answers, load, shared_questions

__all__ = ["answers", "described", "find", "load", "shared_questions", "variant_ids"]
