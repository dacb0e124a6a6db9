"""Agents' hooks: the program they run, the log it writes, and how an agent's own configuration names it."""
