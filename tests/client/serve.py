"""A server for the browser: the real games, and some that the page has never seen. python serve.py PORT FOLDER"""

import sys
from pathlib import Path

from sandtable.server import serve
from sandtable.server.settings import Settings

if __name__ == "__main__":
    modules = ("sandtable.systems", "gallery", "parade", "platoon")
    serve(int(sys.argv[1]), settings=Settings(Path(sys.argv[2]), modules=modules), open_browser=False)
