"""Computer players on a server: whose turn it is, where they think, what they advise."""
