"""Variants, read from folders."""

from dragoman.variants.load import find, load, variant_ids

__all__ = ["find", "load", "variant_ids"]
