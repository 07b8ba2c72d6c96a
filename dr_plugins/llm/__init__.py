"""Bundled plugins of the kind ``llm``."""
