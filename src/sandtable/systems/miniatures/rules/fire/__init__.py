"""6, 8, 9 Firing: who may fire at what, the dice, who gets the hits, and the saves."""
