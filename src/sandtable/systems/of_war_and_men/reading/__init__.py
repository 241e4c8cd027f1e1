"""From files to state: the catalogues, the Missions and the scenarios."""
