"""What decided a battle that is over: worked out in the background, kept, and shown to who was there."""
