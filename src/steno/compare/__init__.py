"""Two traces side by side: what is the same in both, what only one of them has, and where they part."""
