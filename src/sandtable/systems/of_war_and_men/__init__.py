"""Of War and Men: WWII. Soldiers in fireteams on a grid of terrain cards; a deck that is dice, clock and hand."""
