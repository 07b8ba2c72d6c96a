"""The version of dr: the one place it stands in, as reading it from the installed metadata costs a third of the start-up."""

__version__ = "0.1.0"
