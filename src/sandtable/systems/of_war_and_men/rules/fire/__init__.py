"""16.2 The Attack order and its Firing Sequence."""
