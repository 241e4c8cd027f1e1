"""What a battle is: its pieces, its scenario, its ground and what is printed."""
