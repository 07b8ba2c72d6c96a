"""The image chart code runs in: whether it is there, and making it, from the Dockerfile or from a Debian root."""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from dr_core import ProviderError
from dr_plugins.sandbox._docker import connect

RECIPE = "dr.sandbox.recipe"
SUITE = "bookworm"
GLIBC = 36
"""The minor version of that suite's C library, which decides the wheels that fit."""
RUN = ["USER 65534:65534", "WORKDIR /tmp", 'CMD ["/usr/bin/python3", "-I"]']


def image_facts(options: Any) -> tuple[str, dict[str, Any]]:
    """Why the image cannot be used (or nothing), and what the engine and the image say of themselves."""
    import docker  # imported here: it costs 0.3 s

    try:
        client = connect(options, timeout=10)
    except ProviderError as error:
        return str(error), {}
    try:
        return _facts(client, options.image)
    except (docker.errors.DockerException, OSError) as error:
        return f"the Docker engine does not answer: {error}", {}
    finally:
        client.close()


def _facts(client: Any, name: str) -> tuple[str, dict[str, Any]]:
    import docker

    engine = {"engine": client.version().get("Version", "?"), "security": client.info().get("SecurityOptions") or []}
    try:
        image = client.images.get(name)
    except docker.errors.ImageNotFound:
        return f"no image '{name}'. Make it with `dr sandbox build`", engine
    return "", {**engine, "size": image.attrs.get("Size", 0), "recipe": image.labels.get(RECIPE, "")}


def recipe() -> str:
    """A fingerprint of the files the image is made of, so that an image of an older version can be told."""
    digest = hashlib.sha256()
    for entry in sorted(files("dr_plugins.sandbox").joinpath("image").iterdir(), key=lambda each: each.name):
        if entry.is_file():
            digest.update(entry.name.encode() + b"\0" + entry.read_bytes())
    return digest.hexdigest()[:16]


def build_image(client: Any, tag: str, from_debian: bool, log: Callable[[str], object]) -> str:
    """Make the image under ``tag``; what it is called and how large it is."""
    import docker

    try:
        with as_file(files("dr_plugins.sandbox").joinpath("image")) as folder:
            (from_a_debian_root if from_debian else from_dockerfile)(client, tag, folder, log)
        size = client.images.get(tag).attrs["Size"]
    except (docker.errors.DockerException, OSError) as error:
        raise ProviderError(f"the image cannot be made: {error}") from error
    finally:
        client.close()
    return f"{tag}: {size / 1e6:.0f} MB"


def from_dockerfile(client: Any, tag: str, folder: Path, log: Callable[[str], object]) -> None:
    """As any image is made; needs a registry for the Debian base."""
    for line in client.api.build(path=str(folder), tag=tag, rm=True, forcerm=True, decode=True, labels={RECIPE: recipe()}):
        if "error" in line:
            hint = "Where no registry can be reached, `dr sandbox build --from-debian` needs none"
            if "returned a non-zero code" in line["error"]:  # the base is there, and a step failed
                hint = "What it said stands above; Debian's packages and PyPI must be reachable from within Docker"
            raise ProviderError(f"the image cannot be made: {line['error'].strip()}", remedy=hint)
        if line.get("stream", "").strip():
            log(line["stream"].rstrip())


def from_a_debian_root(client: Any, tag: str, folder: Path, log: Callable[[str], object]) -> None:
    """The same image without a registry: Debian by debootstrap, wheels by this Python's pip, then the same assembly."""
    if os.geteuid() != 0:
        raise ProviderError("an image from Debian needs root", remedy="Run `dr sandbox build --from-debian` as root")
    if shutil.which("debootstrap") is None:
        raise ProviderError("an image from Debian needs debootstrap", remedy="apt-get install debootstrap")
    with tempfile.TemporaryDirectory(prefix="dr-sandbox-") as temporary:
        root = Path(temporary) / "root"
        run(log, "debootstrap", "--variant=minbase", "--include=python3,fonts-noto-cjk", SUITE, str(root))
        shutil.copytree(folder, root / "build")
        version = output("chroot", str(root), "python3", "-c", "import sys; print('%d.%d' % sys.version_info[:2])")
        machine = platform.machine()
        tags = ["manylinux2014", *(f"manylinux_2_{minor}" for minor in range(GLIBC, 16, -1))]
        wheels = ["--only-binary=:all:", "--python-version", version, "--implementation", "cp"]
        for each in tags:
            wheels += ["--platform", f"{each}_{machine}"]
        pip = [sys.executable, "-m", "pip", "install", "--no-cache-dir", "--target", str(root / "opt/site")]
        run(log, *pip, *wheels, "-r", str(folder / "requirements.txt"))
        run(log, "chroot", str(root), "python3", "/build/assemble.py", "/out")
        packed = Path(temporary) / "image.tar"
        run(log, "tar", "--numeric-owner", "--owner=0", "--group=0", "-C", str(root / "out"), "-cf", str(packed), ".")
        name, _, label = tag.rpartition(":") if ":" in tag.rpartition("/")[2] else (tag, "", "latest")
        changes = [*RUN, f"LABEL {RECIPE}={recipe()}"]
        client.api.import_image_from_file(str(packed), repository=name, tag=label, changes=changes)


def run(log: Callable[[str], object], *command: str) -> None:
    """Run a program; its last lines are in the error where it fails."""
    log("$ " + " ".join(command[:6]) + (" ..." if len(command) > 6 else ""))
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)  # noqa: S603
    if done.returncode != 0:
        tail = " | ".join(done.stdout.strip().splitlines()[-3:])
        raise ProviderError(f"{Path(command[0]).name} failed with status {done.returncode}: {tail}")


def output(*command: str) -> str:
    """What a program prints."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603
