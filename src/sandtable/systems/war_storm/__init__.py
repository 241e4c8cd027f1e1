"""War Storm Series, basic rules: companies of platoons on hexes with levels."""
