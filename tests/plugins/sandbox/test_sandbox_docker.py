"""How the containers are made: every limit of the rules is there, and nothing of the host is."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dr_core import ProviderError
from dr_plugins.sandbox._docker import DockerOptions, create, profile, remove
from dr_plugins.sandbox._image import from_dockerfile
from dr_plugins.sandbox.docker_persistent import DockerPersistent


@pytest.mark.docker
def test_a_container_is_hardened_in_every_way(engine: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    config = {"proxies": {"default": {"httpProxy": "http://user:secret@proxy:1"}}}
    (tmp_path / "config.json").write_text(json.dumps(config))
    monkeypatch.setenv("DOCKER_CONFIG", str(tmp_path))
    from dr_plugins.sandbox._docker import connect

    made = create(connect(DockerOptions()), DockerOptions(), ["-c", "1"], stdin=True)
    try:
        found = engine.api.inspect_container(made)
    finally:
        remove(engine, made)
    limits, config = found["HostConfig"], found["Config"]
    assert limits["NetworkMode"] == "none" and config["NetworkDisabled"]
    assert limits["IpcMode"] == "none" and limits["PidMode"] == "" and not limits["Privileged"]
    assert limits["ReadonlyRootfs"] and not limits["Binds"] and not limits.get("Mounts") and not limits["VolumesFrom"]
    assert list(limits["Tmpfs"]) == ["/tmp"] and "size=64m" in limits["Tmpfs"]["/tmp"] and "noexec" in limits["Tmpfs"]["/tmp"]
    assert 0 < limits["Memory"] == limits["MemorySwap"] and limits["NanoCpus"] == 10**9 and limits["PidsLimit"] == 64
    assert limits["CapDrop"] == ["ALL"] and not limits["CapAdd"] and not limits["Devices"]
    assert "no-new-privileges:true" in limits["SecurityOpt"] and any(
        each.startswith("seccomp={") for each in limits["SecurityOpt"]
    )
    assert limits["LogConfig"]["Type"] == "none" and limits["AutoRemove"]
    assert config["User"] == "65534:65534" and not config["Tty"] and config["StdinOnce"]
    assert not [each for each in config["Env"] or [] if not each.startswith("PATH=")]


def test_the_profile_lets_no_way_out_through() -> None:
    allowed = {name for rule in profile()["syscalls"] if rule["action"] == "SCMP_ACT_ALLOW" for name in rule["names"]}
    assert profile()["defaultAction"] == "SCMP_ACT_ERRNO"
    forbidden = """
        socket socketpair connect io_uring_setup io_uring_enter ptrace process_vm_readv process_vm_writev mount umount2 unshare
        setns pivot_root chroot bpf perf_event_open userfaultfd keyctl add_key request_key memfd_create memfd_secret clone3
        open_by_handle_at name_to_handle_at init_module finit_module kexec_load reboot swapon mknod mknodat personality shmget
        msgget semget mq_open fsopen fsmount move_mount open_tree pidfd_getfd pidfd_send_signal setpriority sched_setaffinity
    """
    assert not allowed & set(forbidden.split())


@pytest.mark.docker
async def test_a_missing_image_says_how_to_make_it(fresh: Callable[..., Any]) -> None:
    sandbox = fresh("docker-persistent", image="dr-no-such-image:latest")
    with pytest.raises(ProviderError, match="dr sandbox build"):
        await sandbox.execute_python("print(1)")
    assert "dr sandbox build" in await sandbox.unavailable()


@pytest.mark.docker
@pytest.mark.parametrize(
    ("recipe", "remedy"),
    [
        (f'FROM {DockerOptions().image}\nRUN ["/usr/bin/python3", "-c", "raise SystemExit(3)"]', "PyPI must be reachable"),
        ("FROM registry.invalid/nothing:1", "--from-debian"),
    ],
)
def test_an_image_that_cannot_be_made_says_what_to_do(engine: Any, tmp_path: Path, recipe: str, remedy: str) -> None:
    (tmp_path / "Dockerfile").write_text(recipe)
    with pytest.raises(ProviderError, match=remedy):
        from_dockerfile(engine, "dr-sandbox-test:latest", tmp_path, print)
    assert not [one for one in engine.api.containers(all=True) if "SystemExit(3)" in one["Command"]]


async def test_a_missing_engine_is_named_with_a_remedy(tmp_path: Path) -> None:
    sandbox = DockerPersistent(DockerPersistent.Options(host=f"unix://{tmp_path}/none.sock"))
    with pytest.raises(ProviderError, match=r"no Docker engine answers.*Start Docker"):
        await sandbox.execute_python("print(1)")
    assert "no Docker engine" in await sandbox.unavailable()
    assert [row[1] for row in await sandbox.check()] == [False]


@pytest.mark.docker
async def test_the_check_passes_and_names_engine_image_fonts_limits_and_a_figure(sandboxes: Callable[[str], Any]) -> None:
    found = await sandboxes("docker-persistent").check()
    assert [row for row in found if not row[1]] == []
    assert {"engine", "seccomp", "image", "fonts", "locks", "no network", "memory limit", "figure"} <= {row[0] for row in found}


@pytest.mark.docker
def test_the_docker_client_is_loaded_only_when_used() -> None:
    import subprocess
    import sys

    code = "import sys, dr_plugins.sandbox.docker_ephemeral, dr_plugins.sandbox.bubblewrap\n"
    code += "print(sorted({'docker', 'PIL', 'matplotlib'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=dict(os.environ)).stdout == "[]\n"


def test_a_missing_sandbox_is_a_skip_and_a_failure_where_it_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    import sandbox_kit

    monkeypatch.setattr(sandbox_kit, "why_not", lambda name: "gone")
    monkeypatch.setattr(sandbox_kit, "REQUIRED", False)
    with pytest.raises(pytest.skip.Exception, match="gone"):
        sandbox_kit.need("bubblewrap")
    monkeypatch.setattr(sandbox_kit, "REQUIRED", True)
    with pytest.raises(pytest.fail.Exception, match="gone"):
        sandbox_kit.need("bubblewrap")
