"""What computer players know: what a position is worth, plans, and a policy for every question."""
