"""4, GEO Moves: the plan of one, where bases may stand, the ways there, and examples of a plan."""
