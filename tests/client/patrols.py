"""Puts the toy on the table: a system that is the page's to play without a word about it, and without a board."""

from sandtable.table.system import register
from sandtable.testing.toy import TOY

register(TOY)
