"""Initiative rules for miniatures on a table measured in inches."""
