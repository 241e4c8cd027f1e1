"""From files and words to the state of a battle."""
