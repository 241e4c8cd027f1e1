"""What a battle is: what is printed, the scenario, the table, the pieces."""
