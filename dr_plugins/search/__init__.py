"""Bundled plugins of the kind ``search``."""
