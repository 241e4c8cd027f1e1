"""What a battle is: counters, scenario, ground, pieces. It knows no rule but chapter 6, Line of Sight."""
