"""Regimental rules on hexes: stands, secret orders, both sides' dice in every combat."""
