"""The bundled plugins: one file, one plugin; they know dr_core by its public names only."""
