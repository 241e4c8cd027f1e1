"""Where the world comes in: who asks, how much he may, what a message says, what changed for him."""
