"""A real terminal for tests: a private tmux server, keys that are typed, a screen that is looked at."""

from __future__ import annotations

import shlex
import subprocess
import time
from pathlib import Path


class Terminal:
    """A terminal with a shell in it."""

    def __init__(self, folder: Path, env: dict[str, str], *, columns: int = 80, rows: int = 24) -> None:
        self._socket = str(folder / "tmux.sock")
        shell = folder / "shell.sh"
        exports = "\n".join(f"export {name}={shlex.quote(value)}" for name, value in env.items())
        shell.write_text(f"{exports}\ncd {shlex.quote(str(folder))}\nPS1='$ '\n")
        size = ["-x", str(columns), "-y", str(rows)]
        # the terminal inside is tmux's own; a login file of the developer must not change what the test sees
        self._tmux("-f", "/dev/null", "new-session", "-d", *size, f"bash --noprofile --rcfile {shlex.quote(str(shell))} -i")
        self.until("$")

    def _tmux(self, *arguments: str) -> str:
        return subprocess.run(["tmux", "-S", self._socket, *arguments], check=True, capture_output=True, text=True).stdout

    def type(self, *keys: str) -> None:
        """Press keys; a text is typed as it is, names such as ``Enter`` and ``C-c`` are keys."""
        self._tmux("send-keys", *keys)

    def screen(self) -> str:
        """What stands on the screen, lines that were scrolled away too."""
        return self._tmux("capture-pane", "-p", "-J", "-S", "-500")

    def now(self) -> str:
        """What can be seen at this moment; a line that did not fit is one line."""
        return self._tmux("capture-pane", "-p", "-J")

    def cursor_is_shown(self) -> bool:
        """Whether the terminal shows its cursor."""
        return self._tmux("display-message", "-p", "#{cursor_flag}").strip() == "1"

    def until(self, words: str, *, seconds: float = 60, times: int = 1) -> str:
        """Wait until ``words`` stand on the screen, so many times."""
        end = time.monotonic() + seconds
        while (screen := self.screen()).count(words) < times:
            assert time.monotonic() < end, f"never saw {words!r}; the screen is:\n{screen}"
            time.sleep(0.05)
        return screen

    def close(self) -> None:
        """End the terminal and what runs in it."""
        subprocess.run(["tmux", "-S", self._socket, "kill-server"], check=False, capture_output=True)
