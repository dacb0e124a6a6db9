"""Records that several agents write alike, each table once.  An agent's folder takes one and adds what is its own."""
