"""A bot over the network: accepts every challenge and plays its battles, each in a thread of its own.

python3 network.py http://127.0.0.1:8000 TOKEN      (docs/bots.md says how a bot gets its token)
"""

import json
import random
import sys
import threading
import urllib.request

ADDRESS, TOKEN = sys.argv[1:3]
SHOTS = ("fire", "fire and move", "attack", "assault", "volley", "strike")


def ask(path, body=None):
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(f"{ADDRESS}/api/{path}", data, headers))


def lines(path):
    return (json.loads(line) for line in ask(path) if line.strip())


def play(token):
    for message in lines(f"seat/{token}/questions"):
        if message["type"] == "question":
            options = message["options"]
            shots = [option for option in options if option["choice"]["do"] in SHOTS]
            option = random.choice(shots or options)["index"]
            ask(f"seat/{token}/answers", {"id": message["id"], "option": option}).close()


for news in lines("bots/stream"):
    if news["type"] == "challenge":
        ask(f"people/tables/{news['table']['id']}/accept", {}).close()
    elif news["type"] == "battle":
        threading.Thread(target=play, args=[news["token"]], daemon=True).start()
