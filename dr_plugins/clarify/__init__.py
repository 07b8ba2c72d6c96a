"""Bundled plugins of the kind ``clarify``."""
