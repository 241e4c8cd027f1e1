"""From files to state: the book, maps, scenarios, attacks in words."""
