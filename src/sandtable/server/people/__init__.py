"""People: who they are, how they meet, and what they say to each other (docs/people.md)."""
