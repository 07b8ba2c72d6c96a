"""Bundled plugins of the kind ``fetch``."""
