"""The tests in the folders below import their stages from here, by bare name."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
