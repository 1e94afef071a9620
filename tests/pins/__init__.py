"""What others rely on, pinned as committed data: `python -m tests.pins` writes it anew.

A pin is changed only on purpose, by a commit that says so. The program is reached through the command line,
over HTTP and through the registries, so that a module may be renamed; all imports are in access.py.
"""
