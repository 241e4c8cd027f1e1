"""13 Assaults: the charge, the ways into contact, and close combat."""
