"""The MCP server: what an agent may ask of the sessions on this machine.  Parses, calls the verbs, and shows.

Every tool gives a `Page`; one place makes an answer of it, masked, inert and no larger than its limit.
"""
