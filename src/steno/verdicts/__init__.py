"""What the output of a command says by itself: whether it worked, and which line names the error.  Knows no agent."""
