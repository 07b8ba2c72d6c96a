"""`dr serve`: a server and a page to start and watch runs in.

It stands on the public names of ``dr_core`` alone, as anybody's server could. Needs the extra ``server``.
"""
