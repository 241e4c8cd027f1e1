"""What a battle is: pieces, cards, scenarios and the numbers of the book."""
