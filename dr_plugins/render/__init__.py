"""Bundled plugins of the kind ``render``."""
