"""The command `dr`, and `python -m dr_core`. Ctrl-C is quiet from the first moment on, also while the rest is imported."""

try:
    from dr_core.interrupt import INTERRUPTED, forgiven, leave_when_pressed
except KeyboardInterrupt:
    raise SystemExit(130) from None


def main() -> int:
    """`dr`; returns the exit code."""
    try:
        leave_when_pressed()
        from dr_core.cli import main as command

        code = command()
    except KeyboardInterrupt:
        code = INTERRUPTED
    if code == INTERRUPTED:
        forgiven()
    import gc

    gc.freeze()  # at its end Python looks through all there is for what could be freed, a second where much was read
    return code


if __name__ == "__main__":
    raise SystemExit(main())
