"""`python -m dr_core` is `dr`."""

from dr_core.cli import main

raise SystemExit(main())
