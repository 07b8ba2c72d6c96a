"""Attacks on a sandbox, by class. Each prints ESCAPED where it got what it wanted; its control does, in an unhardened container.

``CANARY`` stands for the path of a file on the host that nothing in a sandbox may read or change. Every attack is bounded: it
proves its point and stops, so that the controls can be run on any machine.
"""

# ruff: noqa: E501  (one attack, one line)

from __future__ import annotations

from dataclasses import dataclass

BIG = 1200 << 20
"""More memory than any sandbox gives; the control really takes it."""


@dataclass(frozen=True)
class Attack:
    """One attack; ``control`` replaces its code where the plain container needs another way to show that the idea works."""

    name: str
    kind: str
    code: str
    control: str | None = None
    timeout: float = 20.0


def _table(kind: str, **codes: str | tuple[str, str | None]) -> list[Attack]:
    made = []
    for name, value in codes.items():
        code, control = value if isinstance(value, tuple) else (value, value)
        timeout = 2.0 if kind == "time" else 20.0
        made.append(Attack(name, kind, code, control, timeout))
    return made


SYSCALL = """
import ctypes, os, platform
libc = ctypes.CDLL(None, use_errno=True)
X86 = platform.machine() == "x86_64"
def call(x86, arm, *arguments):
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(x86 if X86 else arm), *[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
    return result, ctypes.get_errno()
"""
VICTIM = """
import os, signal, time
victim = os.fork()
if victim == 0:
    time.sleep(30); os._exit(0)
time.sleep(0.2)
"""
SOCKET = "import socket\n"

PROCESSES = _table(
    "processes",
    fork_bomb="import os, time\nfor _ in range(150):\n    if os.fork() == 0: time.sleep(3); os._exit(0)\nprint('ESCAPED')",
    fork_bomb_that_swallows_errors="""
import os, time
made = 0
for _ in range(3000):
    try:
        if os.fork() == 0: time.sleep(3); os._exit(0)
        made += 1
    except OSError: pass
    if made > 150: print('ESCAPED'); break
""",
    thread_bomb="""
import threading, time
threading.stack_size(65536)
for _ in range(500): threading.Thread(target=time.sleep, args=(2,), daemon=True).start()
print('ESCAPED')
""",
    multiprocessing="""
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
p = multiprocessing.get_context('fork').Process(target=print, args=('ESCAPED',), daemon=True)
p.start(); p.join()
""",
    run_a_program="import subprocess\nprint(subprocess.run(['/usr/bin/python3', '-c', 'print(\"ESC\" \"APED\")'], stdout=-1, text=True).stdout)",
    posix_spawn="import os\npid = os.posix_spawn('/usr/bin/python3', ['python3', '-c', '1'], {})\nos.waitpid(pid, 0)\nprint('ESCAPED')",
    exec_in_place="import os, sys\nos.execv('/usr/bin/python3', ['python3', '-c', 'print(\"ESC\" \"APED\")'])",
    raw_clone=SYSCALL + "r, e = call(56, 220, 17, 0, 0, 0, 0)\nif r == 0: os._exit(0)\nprint('ESCAPED' if r > 0 else e)",
    raw_vfork_number=SYSCALL + "r, e = call(57, 220, 17, 0, 0, 0, 0)\nif r == 0: os._exit(0)\nprint('ESCAPED' if r > 0 else e)",
    daemon_that_stays="""
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0: time.sleep(3)
    os._exit(0)
os.wait(); print('ESCAPED')
""",
)

MEMORY = _table(
    "memory",
    one_large_block=f"x = bytearray({BIG})\nprint('ESCAPED')",
    many_blocks="x = []\nfor _ in range(1200): x.append(bytearray(1 << 20))\nprint('ESCAPED')",
    many_strings="x = ['%d' % n * 100 for n in range(2_500_000)]\nprint('ESCAPED' if len(x) else '')",
    shared_mapping=f"""
import mmap
m = mmap.mmap(-1, {BIG}, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)
for at in range(0, {BIG}, 4096): m[at] = 1
print('ESCAPED')
""",
    memory_file="import os\nfd = os.memfd_create('x')\nfor _ in range(1200): os.write(fd, bytes(1 << 20))\nprint('ESCAPED')",
    numpy_array=f"import sys; sys.path.insert(0, '/opt/site')\nimport numpy\nx = numpy.ones({BIG} // 8)\nprint('ESCAPED')",
    shared_memory_folder="f = open('/dev/shm/x', 'wb')\nfor _ in range(40): f.write(bytes(1 << 20))\nprint('ESCAPED')",
    system_v_segment=SYSCALL
    + "r, e = call(29, 194, 0, 1 << 30, 0o1600)\nprint('ESCAPED' if r >= 0 else e)\ncall(31, 195, r, 0, 0)",
    raise_the_limit="""
import resource
resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
x = bytearray(1200 << 20)
print('ESCAPED')
""",
)

DISK = _table(
    "disk",
    fill_tmp="f = open('/tmp/fill', 'wb')\nfor _ in range(400): f.write(bytes(1 << 20))\nf.flush()\nprint('ESCAPED')",
    fill_with_many_files="for n in range(400):\n    with open(f'/tmp/{n}', 'wb') as f: f.write(bytes(1 << 20))\nprint('ESCAPED')",
    many_empty_files="import os\nfor n in range(60000): os.close(os.open(f'/tmp/e{n}', os.O_CREAT))\nprint('ESCAPED')",
    reserve_space="import os\nfd = os.open('/tmp/r', os.O_CREAT | os.O_RDWR)\nos.posix_fallocate(fd, 0, 400 << 20)\nprint('ESCAPED')",
    write_to_the_root="open('/x', 'w').write('x')\nprint('ESCAPED')",
    write_to_the_packages="import os\nopen('/opt/site/evil.py', 'w').write('x')\nprint('ESCAPED')",
    write_to_the_font_list="import glob\nopen(glob.glob('/opt/dr/matplotlib/*.json')[0], 'a').write(' ')\nprint('ESCAPED')",
    replace_the_interpreter="import os\nos.rename('/usr/bin/python3', '/usr/bin/gone')\nprint('ESCAPED')",
    write_to_devices="import os\nfor n in os.listdir('/dev'):\n    pass\nopen('/dev/new', 'w')\nprint('ESCAPED')",
    # no control: a plain container with such a folder in it can no longer be removed by the engine
    a_very_deep_folder=(
        """
import os
os.chdir('/tmp')
for _ in range(200000): os.mkdir('d'); os.chdir('d')
print('ESCAPED')
""",
        None,
    ),
)

OUTPUT = _table(
    "output",
    endless_print="for _ in range(800_000): print('x' * 99)\nprint('ESCAPED')",
    endless_raw_write="import os\nfor _ in range(2000): os.write(1, bytes(65536))\nprint('ESCAPED')",
    one_endless_line="import sys\nfor _ in range(1000): sys.stdout.write('x' * 65536)\nsys.stdout.flush()\nprint('\\nESCAPED')",
    endless_errors="import os\nfor _ in range(2000): os.write(2, bytes(65536))\nprint('ESCAPED')",
    endless_exception="print('ESCAPED' if 0 else '')\nraise ValueError('x' * 30_000_000 + 'ESCAPED')",
    terminal_codes="print('\\x1b]0;title\\x07\\x1b[2J')",
)

NETWORK = _table(
    "network",
    tcp=(SOCKET + "socket.create_connection(('127.0.0.1', PORT), 3)\nprint('ESCAPED')"),
    udp=SOCKET + "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\ns.sendto(b'x', ('127.0.0.1', 9))\nprint('ESCAPED')",
    metadata_address=SOCKET
    + "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\ns.connect(('169.254.169.254', 80))\nprint('ESCAPED')",
    http="import urllib.request\nprint(urllib.request.urlopen('http://127.0.0.1:PORT/', timeout=3).read().decode())",
    listen=SOCKET + "s = socket.socket()\ns.bind(('127.0.0.1', 0))\ns.listen()\nprint('ESCAPED')",
    ipv6=SOCKET + "s = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)\nprint('ESCAPED')",
    unix=SOCKET + "s = socket.socket(socket.AF_UNIX)\ns.bind('\\0dr-attack')\nprint('ESCAPED')",
    raw=SOCKET + "s = socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)\nprint('ESCAPED')",
    packet=SOCKET + "s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)\nprint('ESCAPED')",
    netlink=SOCKET + "s = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)\ns.bind((0, 0))\nprint('ESCAPED')",
    interfaces=SOCKET + "print('ESCAPED' if len(socket.if_nameindex()) > 0 else '')",
    raw_socket_call=SYSCALL + "r, e = call(41, 198, 2, 1, 0)\nprint('ESCAPED' if r >= 0 else e)",
)

SECRETS = _table(
    "secrets",
    environment=("import os\nprint({k: v for k, v in os.environ.items()})\nif 'SECRET' in os.environ: print('ESCAPED')"),
    environment_of_process_1="print('ESCAPED' if 'SECRET' in open('/proc/1/environ').read() else '')",
    a_host_file="print(open('CANARY').read())",
    a_host_file_through_process_1="print(open('/proc/1/root' + 'CANARY').read())",
    the_passwords=("print('ESCAPED' if open('/etc/shadow').read() else '')", None),
    docker_socket="""
import os, stat
for path in ('/var/run/docker.sock', '/run/docker.sock'):
    if os.path.exists(path) and stat.S_ISSOCK(os.stat(path).st_mode): print('ESCAPED')
""",
    kernel_memory=("import os\nfd = os.open('/proc/kcore', os.O_RDONLY)\nprint('ESCAPED' if os.read(fd, 64) else '')", None),
    kernel_log=SYSCALL + "r, e = call(103, 116, 10, 0, 0)\nprint('ESCAPED' if r > 0 else e)",
    core_pattern="f = open('/proc/sys/kernel/core_pattern', 'r+')\nprint('ESCAPED')",
    host_processes=("import os\nprint('ESCAPED' if len([p for p in os.listdir('/proc') if p.isdigit()]) > 3 else '')", None),
    block_devices="import os\nprint('ESCAPED' if any(os.path.exists('/dev/' + d) for d in ('vda', 'sda', 'nvme0n1', 'loop0', 'kmsg', 'mem')) else '')",
    cgroup_release_agent=(
        """
import glob, os
for path in glob.glob('/sys/fs/cgroup/**/release_agent', recursive=True) + glob.glob('/sys/fs/cgroup/**/cgroup.procs', recursive=True):
    if os.access(path, os.W_OK): print('ESCAPED'); break
""",
        None,
    ),
)

PNG = (
    "import struct, zlib, os\nos.chdir('/tmp/work' if os.path.isdir('/tmp/work') else '/tmp')\n"
    + """
def chunk(kind, data): return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
def png(w, h, *extra, idat=None):
    head = struct.pack('>IIBBBBB', w, h, 8, 2, 0, 0, 0)
    idat = zlib.compress((b'\\0' + bytes(3 * w)) * h) if idat is None else idat
    return b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', head) + b''.join(extra) + chunk(b'IDAT', idat) + chunk(b'IEND', b'')
"""
)
MADE = "\nprint('MADE')\n"
PICTURES = _table(
    "pictures",
    link_to_a_host_file=PNG + "os.symlink('CANARY', 'a.png')\nprint(open('a.png').read())",
    link_to_process_1=PNG + "os.symlink('/proc/1/environ', 'a.png')" + MADE,
    link_to_the_passwords=PNG + "os.symlink('/etc/passwd', 'a.png')" + MADE,
    hard_link=PNG + "os.link('/etc/passwd', 'a.png')" + MADE,
    fifo=PNG + "os.mkfifo('a.png')" + MADE,
    device=PNG + "os.mknod('a.png', 0o20666, os.makedev(1, 5))" + MADE,
    folder=PNG + "os.mkdir('a.png')" + MADE,
    path_in_the_name=PNG + "open('..%2f..%2fx.png', 'wb').write(png(2, 2)); open('$(touch x).png', 'wb').write(png(2, 2))" + MADE,
    newline_in_the_name=PNG + "open('a\\n\\x1b[2J.png', 'wb').write(png(2, 2))" + MADE,
    climbing_figure_folder=PNG
    + "os.makedirs('/tmp/figures', exist_ok=True); os.rename('/tmp/figures', '/tmp/f2'); os.symlink('/etc', '/tmp/figures')"
    + MADE,
    text_called_png=PNG + "open('a.png', 'w').write('<script>ESCAPED</script>')" + MADE,
    svg_called_png=PNG + "open('a.png', 'w').write('<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"ESCAPED\"/>')" + MADE,
    png_with_a_script_behind_it=PNG + "open('a.png', 'wb').write(png(2, 2) + b'<script>ESCAPED</script>')" + MADE,
    png_with_a_text_bomb=PNG
    + "t = chunk(b'zTXt', b'k\\0\\0' + zlib.compress(bytes(1 << 28)))\nopen('a.png', 'wb').write(png(2, 2, t))"
    + MADE,
    png_of_enormous_size=PNG + "open('a.png', 'wb').write(png(60000, 60000, idat=zlib.compress(bytes(100))))" + MADE,
    png_that_unfolds=PNG + "open('a.png', 'wb').write(png(2, 2, idat=zlib.compress(bytes(1 << 28))))" + MADE,
    png_cut_short=PNG + "open('a.png', 'wb').write(png(2, 2)[:-20])" + MADE,
    a_thousand_pngs=PNG + "for n in range(1000): open(f'{n}.png', 'wb').write(png(2, 2))" + MADE,
    figure_of_enormous_size=("import matplotlib.pyplot as plt\nplt.figure(figsize=(600, 600))", None),
    a_hundred_figures=("import matplotlib.pyplot as plt\nfor _ in range(100): plt.figure(figsize=(1, 1))", None),
)

EVIL = 'import os, pickle\nclass Evil:\n    def __reduce__(self): return (exec, (\'open("CANARY.pickled", "w").write("x")\',))\ndata = pickle.dumps(Evil())\n'
PICKLE = _table(
    "pickle",
    pickle_called_png=(EVIL + "open('a.png', 'wb').write(data)", EVIL + "pickle.loads(data)\nprint('ESCAPED')"),
    pickle_on_every_descriptor=(EVIL + "for fd in range(3, 256):\n    try: os.write(fd, data)\n    except OSError: pass", None),
    pickle_in_the_output=(EVIL + "os.write(1, data)", None),
)

KERNEL = _table(
    "kernel",
    ptrace_the_parent=(
        SYSCALL + "r, e = call(101, 117, 16, os.getppid(), 0, 0)\nprint('ESCAPED' if r == 0 else e)",
        VICTIM + SYSCALL + "r, e = call(101, 117, 16, victim, 0, 0)\nprint('ESCAPED' if r == 0 else e)\nos.kill(victim, 9)",
    ),
    ptrace_me=SYSCALL + "r, e = call(101, 117, 0, 0, 0, 0)\nprint('ESCAPED' if r == 0 else e)",
    io_uring=SYSCALL + "b = ctypes.create_string_buffer(256)\nr, e = call(425, 425, 4, b)\nprint('ESCAPED' if r >= 0 else e)",
    mount=SYSCALL + "r, e = call(165, 40, b'none', b'/tmp', b'tmpfs', 0, None)\nprint('ESCAPED' if r == 0 else e)",
    new_mount_interface=SYSCALL + "r, e = call(430, 430, b'tmpfs', 0)\nprint('ESCAPED' if r >= 0 else e)",
    unshare_user=SYSCALL + "r, e = call(272, 97, 0x10000000)\nprint('ESCAPED' if r == 0 else e)",
    unshare_network=SYSCALL + "r, e = call(272, 97, 0x40000000)\nprint('ESCAPED' if r == 0 else e)",
    enter_a_namespace=SYSCALL
    + "fd = os.open('/proc/self/ns/uts', 0)\nr, e = call(308, 268, fd, 0)\nprint('ESCAPED' if r == 0 else e)",
    clone_into_namespaces=SYSCALL
    + "r, e = call(56, 220, 0x10000000 | 17, 0, 0, 0, 0)\nif r == 0: os._exit(0)\nprint('ESCAPED' if r > 0 else e)",
    chroot="import os\nos.chroot('/tmp')\nprint('ESCAPED')",
    bpf=SYSCALL
    + "b = ctypes.create_string_buffer(bytes([2,0,0,0,4,0,0,0,4,0,0,0,1,0,0,0]), 128)\nr, e = call(321, 280, 0, b, 72)\nprint('ESCAPED' if r >= 0 else e)",
    performance_counters=SYSCALL
    + "b = ctypes.create_string_buffer(bytes([1,0,0,0,112,0,0,0]), 112)\nr, e = call(298, 241, b, 0, -1, -1, 0)\nprint('ESCAPED' if r >= 0 else e)",
    userfault=SYSCALL + "r, e = call(323, 282, 1)\nprint('ESCAPED' if r >= 0 else e)",
    keyring=SYSCALL + "r, e = call(248, 217, b'user', b'dr', b'x', 1, -1)\nprint('ESCAPED' if r > 0 else e)",
    read_another_process=(
        SYSCALL
        + "b = ctypes.create_string_buffer(8)\nr, e = call(310, 270, 1, b, 1, b, 1, 0)\nprint('ESCAPED' if e != 1 else e)",
        VICTIM
        + SYSCALL
        + "b = ctypes.create_string_buffer(8)\nr, e = call(310, 270, victim, b, 0, b, 0, 0)\nprint('ESCAPED' if r == 0 else e)\nos.kill(victim, 9)",
    ),
    file_handles=SYSCALL
    + "b = ctypes.create_string_buffer(bytes([128, 0, 0, 0]), 256)\nm = ctypes.c_int()\nr, e = call(303, 264, -100, b'/dev/shm' if os.path.isdir('/dev/shm') else b'/tmp', b, ctypes.byref(m), 0)\nprint('ESCAPED' if r == 0 else e)",
    become_root="import os\nos.setuid(0)\nos.setgid(0)\nprint('ESCAPED')",
    set_the_clock=("import time\ntime.clock_settime(time.CLOCK_REALTIME, time.time())\nprint('ESCAPED')", None),
    set_the_hostname="import socket\nsocket.sethostname(socket.gethostname())\nprint('ESCAPED')",
    personality=SYSCALL + "r, e = call(135, 92, 0x0040000)\nprint('ESCAPED' if r >= 0 else e)",
    terminal_injection=(SYSCALL + "r, e = call(16, 29, 0, 0x5412, b'x')\nprint('ESCAPED' if e != 1 else e)", None),
)

SUPERVISOR = _table(
    "supervisor",
    **{
        f"signal_{name}": (
            f"import os, signal, time\nos.kill(1, signal.SIG{name})\ntime.sleep(0.1)",
            VICTIM + f"os.kill(victim, signal.SIG{name})\nprint('ESCAPED')\nos.kill(victim, 9)",
        )
        for name in ("KILL", "STOP", "TERM", "INT", "SEGV")
    },
    signal_everybody=("import os, signal, time\nos.kill(-1, signal.SIGTERM)\ntime.sleep(0.1)", None),
    write_its_memory=(
        "f = open('/proc/1/mem', 'r+b', buffering=0)\nprint('ESCAPED')",
        VICTIM + "f = open(f'/proc/{victim}/mem', 'r+b', buffering=0)\nprint('ESCAPED')\nos.kill(victim, 9)",
    ),
    read_its_memory=(
        "f = open('/proc/1/mem', 'rb', buffering=0)\nprint('ESCAPED')",
        VICTIM + "f = open(f'/proc/{victim}/mem', 'rb', buffering=0)\nprint('ESCAPED')\nos.kill(victim, 9)",
    ),
    read_its_memory_map="print('ESCAPED' if open('/proc/1/maps').read() else '')",
    squeeze_its_limits=(
        "import resource\nresource.prlimit(1, resource.RLIMIT_NOFILE, (0, 0))\nprint('ESCAPED')",
        VICTIM
        + "import resource\nresource.prlimit(victim, resource.RLIMIT_NOFILE, (0, 0))\nprint('ESCAPED')\nos.kill(victim, 9)",
    ),
    lower_its_priority=(
        "import os\nos.setpriority(os.PRIO_PROCESS, 1, 19)\nprint('ESCAPED')",
        VICTIM + "os.setpriority(os.PRIO_PROCESS, victim, 19)\nprint('ESCAPED')\nos.kill(victim, 9)",
    ),
    make_it_the_first_to_die=(
        "open('/proc/1/oom_score_adj', 'w').write('1000')\nprint('ESCAPED')",
        VICTIM + "open(f'/proc/{victim}/oom_score_adj', 'w').write('1000')\nprint('ESCAPED')\nos.kill(victim, 9)",
    ),
)

FRAME = """
import json, os, struct
def frame(header, body=b''):
    text = json.dumps(header).encode()
    return b'DRF1' + struct.pack('>II', len(text), len(body)) + text + body
forged = frame({'op': 'done', 'token': '', 'clean': True, 'stdout': 'ESCAPED', 'error': ''})
"""
SCAN = """
import re
wanted = re.compile(b'"token": "[0-9a-f]{32}", "code": "mark = .MA' + b'RK')
memory = open('/proc/self/mem', 'rb', buffering=0)
for line in open('/proc/self/maps'):
    span, rights = line.split()[:2]
    if rights.startswith('rw') and '[v' not in line:
        start, end = (int(each, 16) for each in span.split('-'))
        for at in range(start, end, 1 << 20):
            try:
                memory.seek(at)
                data = memory.read(min(end - at, (1 << 20) + 200))
            except (OSError, ValueError, OverflowError): continue
            if wanted.search(data): print('ESCAPED')
"""
PROTOCOL = _table(
    "protocol",
    frame_on_standard_output=(FRAME + "os.write(1, forged.replace(b'ESCAPED', b'FORGED!'))", None),
    frame_on_every_descriptor=(FRAME + "for fd in range(3, 256):\n    try: os.write(fd, forged)\n    except OSError: pass", None),
    frame_into_the_stream=(
        FRAME + "for fd in (1, 2):\n    with open(f'/proc/1/fd/{fd}', 'wb') as f: f.write(forged)\nprint('ESCAPED')",
        VICTIM + "os.open(f'/proc/{victim}/fd/2', os.O_WRONLY)\nprint('ESCAPED')\nos.kill(victim, 9)",
    ),
    eavesdropping_on_requests=("import os\nfd = os.open('/proc/1/fd/0', os.O_RDONLY | os.O_NONBLOCK)\nprint('ESCAPED')", None),
    own_standard_input=("import os\nprint('ESCAPED' if os.read(0, 10) else '')", None),
    enormous_result=(
        "import os\nfor fd in range(3, 64):\n    try:\n        for _ in range(100): os.write(fd, b'9' * 65536)\n    except OSError: pass",
        None,
    ),
    search_memory_for_the_token=(
        "mark = 'MARK' # where the request would lie\n" + SCAN,
        "request = b'\"token\": \"' + b'0' * 32 + b'\", \"code\": \"mark = \\'MARK'\n" + SCAN,
    ),
)

TIME = _table(
    "time",
    sleep="import time\ntime.sleep(6)\nprint('ESCAPED')",
    busy_loop="import time\nend = time.time() + 6\nwhile time.time() < end: pass\nprint('ESCAPED')",
    deaf_to_signals="import signal, time\nfor n in range(1, 32):\n    try: signal.signal(n, signal.SIG_IGN)\n    except OSError: pass\ntime.sleep(6)\nprint('ESCAPED')",
    stuck_in_c=("import re\nre.match('(a*)*b', 'a' * 60)\nprint('ESCAPED')", None),
    figure_that_never_draws=(
        "import matplotlib.pyplot as plt, time\nfrom matplotlib.lines import Line2D\nLine2D.draw = lambda *a: time.sleep(60)\nplt.plot([1])\n",
        None,
    ),
    swallowing_everything="import time\nend = time.time() + 6\nwhile time.time() < end:\n    try: time.sleep(1)\n    except BaseException: pass\nprint('ESCAPED')",
)

DEATH = _table(
    "death",
    exit_now=("import os\nos._exit(0)", None),
    abort=("import os\nos.abort()", None),
    segfault=("import ctypes\nctypes.string_at(0)", None),
    sys_exit=("import sys\nsys.exit('ESC' 'APED' if 0 else 1)", None),
    deep_recursion=("def f(): f()\nf()", None),
    close_all_descriptors=("import os\nos.closerange(0, 256)", None),
    kill_itself=("import os\nos.kill(os.getpid(), 9)", None),
    threads_that_stay=(
        "import threading, time\nfor _ in range(10): threading.Thread(target=lambda: time.sleep(60)).start()",
        "import threading, time\nt = threading.Thread(target=lambda: time.sleep(1))\nt.start()\nprint('ESCAPED' if t.is_alive() else '')",
    ),
    broken_builtins=("import builtins\nbuiltins.print = builtins.open = builtins.len = None", None),
    exit_hook=("import atexit, time\natexit.register(lambda: time.sleep(60))", None),
)

ATTACKS = [
    *PROCESSES,
    *MEMORY,
    *DISK,
    *OUTPUT,
    *NETWORK,
    *SECRETS,
    *PICTURES,
    *PICKLE,
    *KERNEL,
    *SUPERVISOR,
    *PROTOCOL,
    *TIME,
    *DEATH,
]
STATE = {
    "a file in /tmp": ("open('/tmp/left', 'w').write('x')", "import os\nprint('ESCAPED' if os.path.exists('/tmp/left') else '')"),
    "a file in the work folder": ("open('left', 'w').write('x')", "import os\nprint('ESCAPED' if os.listdir('.') else '')"),
    "a variable": ("left = 1", "print('ESCAPED' if 'left' in globals() else '')"),
    "a changed module": ("import math\nmath.pi = 3", "import math\nprint('ESCAPED' if math.pi == 3 else '')"),
    "matplotlib's settings": (
        "import matplotlib\nmatplotlib.rcParams['font.size'] = 77",
        "import matplotlib\nprint('ESCAPED' if matplotlib.rcParams['font.size'] == 77 else '')",
    ),
    "an open figure": (
        "import matplotlib.pyplot as plt\nplt.plot([1])",
        "import matplotlib.pyplot as plt\nprint('ESCAPED' if plt.get_fignums() else '')",
    ),
    "the environment": ("import os\nos.environ['LEFT'] = '1'", "import os\nprint('ESCAPED' if 'LEFT' in os.environ else '')"),
    "a file nobody may remove": (
        "import os\nos.mkdir('/tmp/d')\nopen('/tmp/d/x', 'w')\nos.chmod('/tmp/d', 0)",
        "import os\nprint('ESCAPED' if os.path.exists('/tmp/d') else '')",
    ),
}
"""What is left -> (code that leaves it, code that finds it); in an unhardened container the two run in one process."""
