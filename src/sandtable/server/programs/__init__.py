"""Programs that play over the network: streams of questions, answers by id, accounts of bots (docs/bots.md)."""
