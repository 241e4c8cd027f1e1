"""The rules, a module for each chapter of the book. Chapter 6, found once for each map, is state/sight.py."""
