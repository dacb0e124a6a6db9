"""The files in which hooks are configured: what of them is Steno's, and how it is put in and taken out again."""
