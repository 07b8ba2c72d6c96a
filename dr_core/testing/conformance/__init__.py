"""The conformance classes, a file per kind. Each checks the promises that the interface's docstring makes."""
