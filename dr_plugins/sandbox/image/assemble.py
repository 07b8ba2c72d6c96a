"""Copy what the sandbox image needs, and no more, into a folder: runs inside a Debian root with python3, the fonts and /opt/site.

Python (compiled, without sources and tests), the packages of /opt/site, the shared libraries all of these ask for, the sans faces
of Noto CJK and matplotlib's list of fonts. No shell, no package manager: less to attack, less to carry.
"""

from __future__ import annotations

import compileall
import os
import shutil
import subprocess
import sys
from pathlib import Path

VERSION = f"python{sys.version_info.major}.{sys.version_info.minor}"
STDLIB = Path("/usr/lib") / VERSION
SITE = Path("/opt/site")
FONTS = Path("/usr/share/fonts/opentype/noto")
LIST = Path("/opt/dr/matplotlib")
UNUSED = {"__pycache__", "test", "tests", "idlelib", "tkinter", "turtledemo", "ensurepip", "lib2to3", "distutils", "pydoc_data"}
UNUSED |= {"sample_data", "f2py", "bin", "include"}
UNUSED_PARTS = ("_avif", "libavif", "_tkinter", "_webp", "libwebp", "libtcl", "libtk", "_imagingtk", "_tkagg")


def ignored(folder: str, names: list[str]) -> set[str]:
    """What ``copytree`` leaves out."""
    headers = (".pyi", ".pxd", ".h", ".a", *([".so"] if "/fontTools" in folder else []))  # fontTools has all of it in Python too
    return {name for name in names if name in UNUSED or name.startswith(UNUSED_PARTS) or name.endswith(headers)}


def compiled(folder: Path) -> None:
    """Replace sources by bytecode: half the size, and nothing to compile in a read-only root."""
    if not compileall.compile_dir(folder, quiet=1, legacy=True, force=True, stripdir=str(folder)):
        sys.exit(f"some files of {folder} do not compile")
    for source in folder.rglob("*.py"):
        source.unlink()


def libraries(out: Path) -> set[str]:
    """The shared libraries outside of ``out`` that the programs and modules in it ask for."""
    loader = next(path for path in (*Path("/lib64").glob("ld-linux*"), *Path("/lib").glob("ld-linux*")))
    found = {str(loader)}
    for path in [*out.rglob("*.so*"), out / "usr/bin" / VERSION]:
        answer = subprocess.run([loader, "--list", path], capture_output=True, text=True, check=False)  # noqa: S603
        for line in answer.stdout.splitlines():
            target = line.split("=>")[-1].split("(")[0].strip()
            if target.startswith("/") and not target.startswith(str(out)):
                found.add(target)
    return found


def main(out: Path) -> None:
    """Assemble ``out``."""
    for folder in ("usr/bin", "etc", "tmp", "proc", "sys", "dev"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    shutil.copytree(STDLIB, out / STDLIB.relative_to("/"), ignore=ignored, symlinks=True)
    shutil.copytree(SITE, out / SITE.relative_to("/"), ignore=ignored, symlinks=True)
    shutil.copy2(f"/usr/bin/{VERSION}", out / "usr/bin" / VERSION)
    (out / "usr/bin/python3").symlink_to(VERSION)
    fonts = out / FONTS.relative_to("/")
    fonts.mkdir(parents=True)
    for font in FONTS.glob("NotoSansCJK-*.ttc"):
        shutil.copy2(font, fonts / font.name)
    (out / "etc/passwd").write_text("root:x:0:0::/:/\nnobody:x:65534:65534::/tmp:/\n")
    (out / "etc/group").write_text("root:x:0:\nnogroup:x:65534:\n")
    # the list is made from the files that are shipped, before the serif faces of this root could get into it
    env = {"PYTHONPATH": str(SITE), "MPLCONFIGDIR": str(out / LIST.relative_to("/")), "PATH": os.environ.get("PATH", "")}
    (out / LIST.relative_to("/")).mkdir(parents=True)
    for font in FONTS.iterdir():
        if not (fonts / font.name).exists():
            font.unlink()
    subprocess.run([sys.executable, "-c", "import matplotlib.font_manager"], env=env, check=True)
    for tree in (STDLIB, SITE):
        compiled(out / tree.relative_to("/"))
    for library in libraries(out):
        target = out / library.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(library, target)  # follows links: the name that is asked for, the file behind it
    for path in [out, *out.rglob("*")]:
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | (0o555 if path.is_dir() else 0o444))
    (out / "tmp").chmod(0o1777)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
