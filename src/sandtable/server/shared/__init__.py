"""Several processes that share one database (docs/scaling.md)."""
