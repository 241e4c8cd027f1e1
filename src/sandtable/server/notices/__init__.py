"""Telling people that it is their turn: who is called when, by what way, and how it gets there (docs/people.md)."""
