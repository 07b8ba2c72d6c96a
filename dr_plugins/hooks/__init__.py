"""Bundled plugins of the kind ``hooks``."""
