"""`python -m dragoman` is the command `dragoman`."""

from dragoman.cli import main

main(prog_name="dragoman")
