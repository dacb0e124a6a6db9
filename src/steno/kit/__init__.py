"""A reader and its inverse from one table: what an agent's author writes instead of a reader and a writer."""
