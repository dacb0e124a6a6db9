"""What agents' edit tools did to files, according to logs.  Opens no file and knows no version control."""
