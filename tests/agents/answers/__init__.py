"""What the figures of independent counts mean, agent by agent: a module for each that says more than the usual.

`FIGURES` has a function for each figure that this agent's counts define in a way of their own, or None for one that no
trace can tell; `READS` names the agent where its folder of the corpus has another name; `DEVIATIONS` has, for the first
twelve digits of a file's SHA-256 and a figure, what Steno says instead, and why, with the bytes that prove it.  The
figure `format` is the one that the file is recognised as.  `ELSEWHERE` has files that lie in this folder of the corpus
and are of another program.
"""
