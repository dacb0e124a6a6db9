"""Tokens that tell themselves by how they begin: one file per provider or kind of provider."""
