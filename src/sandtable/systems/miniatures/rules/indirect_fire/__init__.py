"""15 Indirect fire: barrages and smoke, and the template they are laid with."""
