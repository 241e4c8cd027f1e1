"""What computer players know: what pieces are worth, what actions promise, and how to choose."""
