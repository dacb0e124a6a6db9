"""An opened session as a page shows it: rows, and everything that one row holds.  Knows traces and files, no HTTP."""
