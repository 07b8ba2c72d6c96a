"""What the tasks answer without a model: plans from the question and a first search, prose from verbatim sentences."""
