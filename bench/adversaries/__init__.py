"""Players with one idea each, whom a strong player must beat. Each is the hand of its game (the quick policy that
planners think with) but for that idea. `python bench/opponents.py --adversaries strategist` plays them.
"""

NAMES = ("turtle", "rush", "focus", "grab", "bait", "fate")
WORDS = [f"adversaries.{name}:{name.capitalize()}" for name in NAMES]
