"""The Docker engine: finding it, hardened containers, removing them by id, and reaping what dead processes left behind."""

from __future__ import annotations

import json
import os
import socket
import time
from importlib.resources import files
from pathlib import Path
from typing import Any

from dr_core import ProviderError, option
from dr_plugins.sandbox._base import GuestSandbox

LABEL = "dr.sandbox"
VERSION = "1.41"
"""Of the engine's interface: Docker 20.10 and later."""
OWNER = "dr.sandbox.owner"
USER = "65534:65534"
STRANGER_HOURS = 24
SOCKETS = ("/var/run/docker.sock", "~/.docker/run/docker.sock", "~/.colima/default/docker.sock", "~/.orbstack/run/docker.sock")


class DockerOptions(GuestSandbox.Options):
    """The settings of both Docker sandboxes."""

    image: str = option("dr-sandbox:latest", env="DR_SANDBOX_IMAGE", help="Image the code runs in, see `dr sandbox build`")
    host: str = option("", env="DOCKER_HOST", help="Address of the engine; empty: the usual sockets are tried")
    cpus: float = option(1.0, gt=0, help="Processors the code may use")
    pids: int = option(64, ge=8, help="Processes and threads the code may have")


def connect(options: Any, timeout: float = 20) -> Any:
    """A client of the engine that answers, or a ``ProviderError`` that says what was tried."""
    rootless = f"{os.environ.get('XDG_RUNTIME_DIR', '')}/docker.sock"
    paths = [Path(each).expanduser() for each in (*SOCKETS, rootless)]
    found = [f"unix://{path}" for path in paths if path.is_socket()]
    tried = [options.host] if options.host else found
    if os.name == "nt" and not tried:
        tried = ["npipe:////./pipe/docker_engine"]
    causes = []
    for address in tried:
        try:
            knock(address)
        except (OSError, ValueError) as error:
            causes.append(f"{address}: {error}")
            continue
        import docker  # imported here: it costs 0.3 s, which is too much where nobody listens

        try:
            # a fixed version: with "auto" a client whose first question fails would never be closed
            client = docker.DockerClient(base_url=address, version=VERSION, timeout=timeout, tls=tls(docker))
        except (docker.errors.DockerException, OSError, ValueError) as error:
            causes.append(f"{address}: {error}")
            continue
        try:
            client.ping()
        except (docker.errors.DockerException, OSError, ValueError) as error:
            client.close()
            causes.append(f"{address}: {error}")
        else:
            return client
    raise ProviderError(
        f"no Docker engine answers ({'; '.join(causes) or 'no socket found'})",
        remedy="Start Docker, set DOCKER_HOST, or choose another sandbox in [sandbox] use",
    )


def knock(address: str) -> None:
    """Whether anybody listens on a local socket; the client library would leave a failed one open."""
    if address.startswith("unix://"):
        with socket.socket(socket.AF_UNIX) as one:
            one.settimeout(5)
            one.connect(address.removeprefix("unix://"))


def tls(docker: Any) -> Any:
    """The certificates the usual Docker variables name, for an engine on another machine."""
    folder = os.environ.get("DOCKER_CERT_PATH", "")
    if not folder or not os.environ.get("DOCKER_TLS_VERIFY"):
        return False
    pair = (f"{folder}/cert.pem", f"{folder}/key.pem")
    return docker.tls.TLSConfig(client_cert=pair, ca_cert=f"{folder}/ca.pem", verify=True)


def create(client: Any, options: Any, command: list[str], *, stdin: bool) -> str:
    """A container as hard as the engine can make it (reliability, rule 9), not started yet; its id."""
    import docker

    api = client.api
    limits = api.create_host_config(
        network_mode="none",
        ipc_mode="none",  # no /dev/shm, no queues or segments that outlive a process
        read_only=True,
        tmpfs={"/tmp": f"rw,noexec,nosuid,nodev,size={options.tmp_mb}m,nr_inodes=4096,mode=1777"},  # noqa: S108
        mem_limit=f"{options.memory_mb + options.tmp_mb + 256}m",  # the code, its files, the warm supervisor
        memswap_limit=f"{options.memory_mb + options.tmp_mb + 256}m",
        pids_limit=options.pids,
        nano_cpus=int(options.cpus * 1e9),
        cap_drop=["ALL"],
        security_opt=["no-new-privileges:true", f"seccomp={json.dumps(profile())}"],
        log_config={"Type": "none"},
        ulimits=[docker.types.Ulimit(name="core", soft=0, hard=0)],
        oom_score_adj=500,
        auto_remove=True,
        init=False,  # the guest is process 1: nothing inside can kill it
    )
    try:
        made = api.create_container(
            options.image,
            command=command,
            entrypoint=["/usr/bin/python3"],
            user=USER,
            hostname="sandbox",
            environment={},
            use_config_proxy=False,  # else the proxies of the user's Docker configuration, passwords and all, become environment
            network_disabled=True,
            stdin_open=stdin,
            tty=False,
            working_dir="/tmp",  # noqa: S108
            labels={LABEL: "1", OWNER: owner()},
            host_config=limits,
        )
    except docker.errors.ImageNotFound as error:
        raise ProviderError(f"no image '{options.image}'", remedy="Make it with `dr sandbox build`") from error
    except (docker.errors.DockerException, OSError) as error:
        raise ProviderError(f"the Docker engine makes no container: {error}") from error
    return str(made["Id"])


def profile() -> dict[str, Any]:
    """The seccomp profile: what is not on its list is refused (sockets, io_uring, ptrace, mounts, namespaces, keys, ...)."""
    return dict(json.loads(files("dr_plugins.sandbox").joinpath("seccomp.json").read_text(encoding="utf-8")))


def remove(client: Any, container: str) -> None:
    """Kill and remove a container by its id and wait until it is gone; one that is gone already is fine."""
    import docker

    for _ in range(50):
        try:
            client.api.remove_container(container, force=True, v=True)
        except docker.errors.NotFound:
            return
        except docker.errors.APIError as error:
            if error.status_code != 409:  # 409: the engine is removing it already
                raise ProviderError(f"container {container[:12]} cannot be removed: {error}") from error
            time.sleep(0.05)
        except OSError as error:
            raise ProviderError(f"container {container[:12]} cannot be removed: {error}") from error


def owner() -> str:
    """This process, so that nobody takes its containers for orphans."""
    return f"{socket.gethostname()}/{os.getpid()}/{started(os.getpid())}"


def started(pid: int) -> str:
    """When a process of this machine began, as its kernel counts; empty where that cannot be told, '-' where it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        pass
    if Path("/proc/self/stat").exists():
        return "-"
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return "-"
    except OSError:
        return ""
    return ""


def orphaned(labels: dict[str, str], age: float) -> bool:
    """Whether the process that made a container is dead; strangers' containers are left alone for a day."""
    host, _, rest = labels.get(OWNER, "").partition("/")
    pid, _, began = rest.partition("/")
    if host == socket.gethostname() and pid.isdigit():
        return started(int(pid)) != began
    return age > STRANGER_HOURS * 3600


def reap(client: Any) -> int:
    """Remove the containers of dead processes; how many."""
    import docker

    count = 0
    try:
        for each in client.api.containers(all=True, filters={"label": LABEL}):
            if orphaned(each.get("Labels") or {}, time.time() - each.get("Created", time.time())):
                remove(client, each["Id"])
                count += 1
    except (docker.errors.DockerException, OSError) as error:
        raise ProviderError(f"orphaned containers cannot be listed: {error}") from error
    return count
