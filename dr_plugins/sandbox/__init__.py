"""Bundled plugins of the kind ``sandbox``."""
