"""Chapter 5: ranged combat, hits, Opportunity Fire, Assault, Overrun (5.0)."""
