"""Pins of everything that others rely on, as committed data; `python -m tests.pins` writes them again.

A pin is changed only on purpose, by a commit that says so. The pins use the command line, HTTP and the
registries, so that modules may be renamed; all imports of product code are in access.py.
"""
