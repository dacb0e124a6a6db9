"""Personal data and, for the strict level, what tells how a machine is set up: one file per kind."""
