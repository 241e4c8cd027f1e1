"""The tests in the folders below import `stage`, which lies here."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
