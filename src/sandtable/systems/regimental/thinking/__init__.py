"""What computer players know: the worth of a position, plans, and how they are carried out."""
