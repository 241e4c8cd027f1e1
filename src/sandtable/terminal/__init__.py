"""Draws a view in the terminal and asks a player at the keyboard."""

from sandtable.terminal.asking import Answer, Command, Unclear, ask, understand
from sandtable.terminal.hexes import draw_board
from sandtable.terminal.screen import board_text, picture, show

__all__ = ["Answer", "Command", "Unclear", "ask", "board_text", "draw_board", "picture", "show", "understand"]
