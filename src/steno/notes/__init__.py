"""What people and models say of a trace afterwards: kept beside it, put into it where it is read."""
