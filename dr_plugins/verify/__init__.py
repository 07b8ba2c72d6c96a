"""Bundled plugins of the kind ``verify``."""
