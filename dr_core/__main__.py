"""The command `dr`, and `python -m dr_core`. Ctrl-C is quiet from the first moment on, also while the rest is imported."""

import gc

try:
    from dr_core.interrupt import INTERRUPTED, forgiven, leave_when_pressed
except KeyboardInterrupt:
    raise SystemExit(130) from None


def main() -> int:
    """`dr`; returns the exit code."""
    collect_rarely()
    try:
        leave_when_pressed()
        from dr_core.cli import main as command

        code = command()
    except KeyboardInterrupt:
        code = INTERRUPTED
    if code == INTERRUPTED:
        forgiven()
    gc.freeze()  # at its end Python looks through all there is for what could be freed, a second where much was read
    return code


def collect_rarely() -> None:
    """Look seldom for circles of objects that nobody holds: a run leaves few, and looking took a twentieth of its time."""
    gc.set_threshold(50_000, 20, 20)


if __name__ == "__main__":
    raise SystemExit(main())
