"""The tests in the folders below import the stages that lie here by their bare names."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
