"""The workshop: drafts of scenarios are read, edited, shown, played and measured. The text is the truth."""
