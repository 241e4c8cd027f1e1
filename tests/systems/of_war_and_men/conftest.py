"""Tests in the folders below import the stage of this game by its bare name."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
