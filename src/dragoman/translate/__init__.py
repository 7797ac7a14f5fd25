"""Other languages: what the program says in English, found in a phrase book and said in another.

English is the language of the program, of its records and of its API. Every sentence is an English
template filled in; a phrase book pairs these templates with others, and so says sentences of any
age in another language: those of a refusal, of a mail, and those that were kept when a phase was
judged years ago.
"""

from dragoman.translate.books import ENGLISH, LANGUAGES, phrase_book, preferred
from dragoman.translate.phrases import Phrase, PhraseBook
from dragoman.translate.said import Said, Say, translated

__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "Phrase",
    "PhraseBook",
    "Said",
    "Say",
    "phrase_book",
    "preferred",
    "translated",
]
