"""11 Missions: what each of them changes and makes happen."""
