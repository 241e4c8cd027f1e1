"""A computer player in plain Python: it shoots when it can, else it does something at random.

On this machine: sandtable play first-light --bot "exec:python3 examples/bots/careful.py" --seat soviet=careful
"""

import json
import random
import sys

SHOTS = ("fire", "fire and move", "attack", "assault", "volley", "strike")


def answer(question, rng):
    options = question["options"]
    shots = [option for option in options if option["choice"]["do"] in SHOTS]
    return {"id": question["id"], "option": rng.choice(shots or options)["index"]}


rng = random.Random(0)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        rng.seed(message["seed"])
        reply = {"show": "question"}
    else:
        reply = answer(message, rng)
    print(json.dumps(reply), flush=True)
