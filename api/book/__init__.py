"""Puzzle books: which puzzles, that their answers are right, and how they are printed as PDF."""
