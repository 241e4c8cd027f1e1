"""Puts the toy on the table: only in the processes of test servers."""

from sandtable.table.system import register
from sandtable.testing.toy import Toy

register(Toy())
