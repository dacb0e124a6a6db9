"""What Steno keeps on this machine: the catalog of sessions, and the archive of their files."""
