"""What a battle is: its pieces, the scenario, the ground, and what is printed. Knows nobody."""
