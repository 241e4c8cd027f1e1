"""The scenes of this folder are at hand in its subfolders."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
