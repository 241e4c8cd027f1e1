"""From files to state: the rulebook, map sheets, scenarios, attacks in words."""
