"""Fitting what tells who will win: battles to learn from, the fit, and the proof of it."""
