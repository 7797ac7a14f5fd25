"""The workshop: a variant as a few texts, examined, drawn, tried and edited while it is made.

Everything here takes texts and gives values, so that a server can have it done by a process that
may be ended. Nothing of a draft is run: its modules are those that this computer has.
"""
