"""7.12 Traits of soldiers."""
