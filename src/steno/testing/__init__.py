"""What proves a format or a pass right: laws, strategies, fakes."""
