"""Bundled plugins of the kind ``read``."""
