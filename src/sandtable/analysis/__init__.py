"""What decided a battle: the chances over its course, skill told apart from luck, and the moments that mattered."""
