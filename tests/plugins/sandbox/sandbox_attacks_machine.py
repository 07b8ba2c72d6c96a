"""Attacks on the machine: its processes, memory, disk, network, secrets and kernel, and its time."""

# ruff: noqa: E501  (one attack, one line)

from __future__ import annotations

from sandbox_attack import BIG, SOCKET, SYSCALL, VICTIM, table

PROCESSES = table(
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

MEMORY = table(
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

DISK = table(
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

OUTPUT = table(
    "output",
    endless_print="for _ in range(800_000): print('x' * 99)\nprint('ESCAPED')",
    endless_raw_write="import os\nfor _ in range(2000): os.write(1, bytes(65536))\nprint('ESCAPED')",
    one_endless_line="import sys\nfor _ in range(1000): sys.stdout.write('x' * 65536)\nsys.stdout.flush()\nprint('\\nESCAPED')",
    endless_errors="import os\nfor _ in range(2000): os.write(2, bytes(65536))\nprint('ESCAPED')",
    endless_exception="print('ESCAPED' if 0 else '')\nraise ValueError('x' * 30_000_000 + 'ESCAPED')",
    terminal_codes="print('\\x1b]0;title\\x07\\x1b[2J')",
)

NETWORK = table(
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

SECRETS = table(
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

KERNEL = table(
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

TIME = table(
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
