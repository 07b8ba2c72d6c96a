"""matplotlib in the guest: warm before the fork, every missing glyph noticed, open figures saved."""

# ruff: noqa: PTH103, PTH108, PTH112, PTH115, PTH208
# (paths are strings here: the guest works on descriptors, and starts faster without pathlib)
from __future__ import annotations

import contextlib
import functools
import io
import os
import re
import shutil
import struct
import sys
import warnings
import zlib
from typing import Any

from dr_plugins.sandbox._guest.legible import make_legible

WORK, FIGURES, SETTINGS = "/tmp/work", "/tmp/figures", "/tmp/matplotlib"  # noqa: S108  (the sandbox's own, private /tmp)
BAKED = "/opt/dr/matplotlib"
SHARP = 150
"""Pixels to the inch: with matplotlib's own 100 the letters of a chart are blurred in a printed report."""

missing: set[str] = set()
"""The characters no font had, whenever they were laid out: matplotlib warns of each text once, and code may silence it."""
spoiled: dict[str, set[str]] = {}
"""File name of a saved figure -> those of its characters that are boxes."""


def watch_glyphs() -> None:
    """Notice every missing glyph, and at every ``savefig`` whether the figure holds one."""
    from matplotlib.figure import Figure

    plain_warn, plain_savefig = warnings.warn, Figure.savefig

    @functools.wraps(plain_warn)
    def warn(message: Any, category: Any = None, stacklevel: int = 1, **options: Any) -> None:
        found = re.search(r"Glyph (\d+)\b.*missing from", str(message), re.DOTALL)
        if found:
            missing.add(chr(int(found[1])))
        else:
            plain_warn(message, category, stacklevel + 1, **options)

    @functools.wraps(plain_savefig)
    def savefig(self: Any, fname: Any, *args: Any, **kwargs: Any) -> Any:
        result = plain_savefig(self, fname, *args, **kwargs)
        note_boxes(self, str(fname))
        return result

    setattr(warnings, "warn", warn)  # noqa: B010
    setattr(Figure, "savefig", savefig)  # noqa: B010


def note_boxes(figure: Any, name: str) -> None:
    """Remember which characters of a figure, saved under this name, are boxes."""
    from matplotlib.text import Text

    if missing and (found := missing & {each for text in figure.findobj(Text) for each in text.get_text()}):
        spoiled[name] = found


def warm_up(chains: list[list[str]], default: list[str], path: list[str]) -> str:
    """Import matplotlib and draw once, so that workers are forked warm; the version, or nothing where there is none."""
    os.makedirs(SETTINGS, exist_ok=True)
    for name in os.listdir(BAKED) if os.path.isdir(BAKED) else []:  # matplotlib reads its list only where it could write it
        shutil.copyfile(f"{BAKED}/{name}", f"{SETTINGS}/{name}")
    os.environ.clear()
    os.environ.update(HOME="/tmp", LANG="C.UTF-8", MPLBACKEND="Agg", MPLCONFIGDIR=SETTINGS)  # noqa: S108
    os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")  # a forked child must not miss threads of its parent
    sys.path[:0] = [folder for folder in path if os.path.isdir(folder)]
    # matplotlib drops its open fonts in a forked child, since parent and child would move one file position; opening the CJK
    # faces again takes longer than drawing. They are kept, and ``work`` gives each child positions of its own.
    plain, os.register_at_fork = os.register_at_fork, lambda **hooks: None
    try:
        import matplotlib
        import matplotlib.pyplot as plt
    except ImportError:
        return ""
    finally:
        os.register_at_fork = plain
    watch_glyphs()
    # code that says nothing about fonts draws every character too, and what says nothing about pixels is sharp on paper
    matplotlib.rcParams.update({"font.sans-serif": default, "axes.unicode_minus": False, "figure.dpi": SHARP})
    for module in ("numpy", "pandas", "matplotlib.dates") if chains else ():
        with contextlib.suppress(ImportError):
            __import__(module)
    for chain in chains:  # fonts are looked up and opened by chain
        with matplotlib.rc_context({"font.sans-serif": chain, "axes.unicode_minus": False}):
            figure, axes = plt.subplots(figsize=(3, 3))
            axes.plot([-1, 2], [3, 4], marker="o", label="數1")
            axes.bar(["数", "グ"], [3, 4])
            axes.set(title="그", xlabel="x", ylabel="y")
            axes.legend(title="z")
            figure.suptitle("骨")
            figure.savefig(io.BytesIO(), format="png")
            plt.close("all")
    missing.clear()
    spoiled.clear()  # where the machine has none of these fonts, charts with other letters are drawn all the same
    return str(matplotlib.__version__)


def own_font_files() -> set[int]:
    """In a forked child: give the open font files positions of their own, and return their descriptors."""
    kept = set()
    for fd in map(int, os.listdir("/proc/self/fd")):
        with contextlib.suppress(OSError):
            path = os.readlink(f"/proc/self/fd/{fd}")
            if path.endswith((".ttc", ".ttf", ".otf")):
                fresh = os.open(path, os.O_RDONLY)
                os.lseek(fresh, os.lseek(fd, 0, os.SEEK_CUR), os.SEEK_SET)
                os.dup2(fresh, fd)
                os.close(fresh)
                kept.add(fd)
    return kept


def draw_open_figures(limits: dict[str, int]) -> list[str]:
    """Save the figures the code left open; what is wrong with them is returned."""
    plt: Any = sys.modules.get("matplotlib.pyplot")
    problems: list[str] = []
    if plt is None:
        return problems
    from PIL import Image

    Image.register_save("PNG", fast_png)
    numbers = plt.get_fignums()
    if len(numbers) > limits["figures"]:
        problems.append(f"{len(numbers)} figures are open, only the first {limits['figures']} are kept")
    for number in numbers[: limits["figures"]]:
        figure = plt.figure(number)
        width, height = (inches * figure.dpi for inches in figure.get_size_inches())
        if width * height > limits["pixels"]:
            problems.append(f"figure {number} would be {width:.0f} x {height:.0f} pixels, over the limit of {limits['pixels']}")
            continue
        draw(figure, limits["pixels"])
        save(figure, f"{FIGURES}/{number:04d}.png")
    return problems


def draw(figure: Any, most_pixels: int) -> None:
    """Draw a figure, and once more where something of it was not legible."""
    figure.canvas.draw()
    with contextlib.suppress(Exception):  # a figure that cannot be mended stays as it is
        make_legible(figure, most_pixels)
    if figure.stale:
        figure.canvas.draw()


def save(figure: Any, name: str) -> None:
    """Save a figure as it was drawn; where its code says how it wants to be saved, in that way."""
    import matplotlib
    from PIL import Image

    default = matplotlib.rcParamsDefault
    own = any(value != default[key] for key, value in matplotlib.rcParams.items() if key.startswith("savefig."))
    if own or not hasattr(figure.canvas, "buffer_rgba"):
        figure.savefig(name, format="png", dpi="figure")
        return
    size = figure.canvas.get_width_height(physical=True)
    picture = Image.frombuffer("RGBA", size, figure.canvas.buffer_rgba(), "raw", "RGBA", 0, 1)
    picture.save(name, format="PNG", dpi=(figure.dpi, figure.dpi))
    note_boxes(figure, name)


def fast_png(image: Any, file: Any, name: Any) -> None:
    """Pillow's PNG writer without its search for filters: outside the picture is written anew, and well, anyway."""
    width, height = image.size
    data = image.convert("RGBA").tobytes()
    rows = b"".join([b"\0" + data[start : start + 4 * width] for start in range(0, len(data), 4 * width)])
    dpi = image.encoderinfo.get("dpi", (100, 100))
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))]
    chunks += [(b"pHYs", struct.pack(">IIB", round(dpi[0] / 0.0254), round(dpi[1] / 0.0254), 1))]
    chunks += [(b"IDAT", zlib.compress(rows, 1)), (b"IEND", b"")]
    file.write(b"\x89PNG\r\n\x1a\n")
    for kind, content in chunks:
        file.write(struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content)))


def boxes() -> list[str]:
    """Throw away the figures with missing glyphs and name the characters."""
    for name in spoiled:
        with contextlib.suppress(OSError, ValueError):
            os.unlink(name)
    characters = sorted(set().union(*spoiled.values()))
    named = ", ".join(f"{each} (U+{ord(each):04X})" for each in characters[:20])
    return [f"missing glyphs: no font in font.sans-serif has {named}"] if characters else []
