"""Nations at War, Starter Kit v3.0: platoons on hexes, Formation markers drawn from a cup."""
