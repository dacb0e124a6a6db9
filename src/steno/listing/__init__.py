"""What a list of sessions says: a look at the first and last bytes of files, remembered; and which belong together."""
