"""Puzzle books: choosing the puzzles, proving their answers, and printing them as PDF."""
