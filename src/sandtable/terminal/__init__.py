"""Draws a view in the terminal and asks a player at the keyboard."""

from sandtable.terminal.asking import ask
from sandtable.terminal.hexes import draw_board
from sandtable.terminal.screen import board_text, picture, show
from sandtable.terminal.understanding import Answer, Command, Unclear, understand

__all__ = ["Answer", "Command", "Unclear", "ask", "board_text", "draw_board", "picture", "show", "understand"]
