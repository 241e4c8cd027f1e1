"""Reading and checking what people write in TOML: catalogues, maps, scenarios."""
