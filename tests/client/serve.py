"""A server for the browser: the real games, and some that the page has never seen. python serve.py PORT FOLDER"""

import sys
from pathlib import Path

from sandtable.server import serve
from sandtable.server.settings import Settings

if __name__ == "__main__":
    modules = ("sandtable.systems", "gallery", "parade", "platoon")
    # Computer players answer at once: that their pace tells nothing is tested elsewhere.
    settings = Settings(Path(sys.argv[2]), modules=modules, secret_pace=0.02, battles_an_hour=100_000)
    serve(int(sys.argv[1]), settings=settings, open_browser=False)
