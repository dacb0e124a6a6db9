"""What agents' edit tools did to files, as logs tell of it.  Opens no file and knows no version control."""
