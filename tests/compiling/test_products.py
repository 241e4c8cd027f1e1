"""The header that multiplies small numbers in C: the products are Python's, and what overflows is left to Python."""

import ctypes
import itertools
import shutil
import subprocess
import sysconfig
from pathlib import Path

import mypyc
import pytest

HEADER = Path(__file__).resolve().parents[2] / "compiling" / "products.h"
RUNTIME = Path(mypyc.__file__).parent / "lib-rt"

TIMES = """
int asked; /* whether Python's numbers were */

CPyTagged CPyTagged_Multiply_(CPyTagged left, CPyTagged right) {
    asked = 1;
    return 0;
}

Py_ssize_t times(Py_ssize_t left, Py_ssize_t right) {
    asked = 0;
    return CPyTagged_ShortAsSsize_t(CPyTagged_Multiply((CPyTagged)left << 1, (CPyTagged)right << 1));
}
"""


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_products_are_those_of_python(tmp_path: Path) -> None:
    source, made = tmp_path / "times.c", tmp_path / "times.so"
    source.write_text(TIMES)
    folders = [f"-I{RUNTIME}", f"-I{sysconfig.get_path('include')}"]
    subprocess.run(["cc", "-shared", "-fPIC", "-w", *folders, "-include", HEADER, source, "-o", made], check=True)
    library = ctypes.CDLL(str(made))
    times = library.times
    times.argtypes = [ctypes.c_ssize_t, ctypes.c_ssize_t]
    times.restype = ctypes.c_ssize_t
    asked = ctypes.c_int.in_dll(library, "asked")
    edges = [1, 2, 3, 7200, 2**30, 2**31, 2**32, 2**61, 2**62]
    factors = [sign * edge - by for edge in edges for by in (0, 1) for sign in (1, -1)]
    small = [each for each in factors if -(2**62) <= each < 2**62]  # what mypyc keeps without Python's numbers
    for left, right in itertools.product(small, small):
        product = times(left, right)
        if -(2**62) <= left * right < 2**62:
            assert (product, asked.value) == (left * right, 0)
        else:
            assert asked.value, (left, right)
