"""Attacks by way of what comes out of a sandbox: pictures, pickles, the supervisor, its protocol, and the way it ends."""

# ruff: noqa: E501  (one attack, one line)

from __future__ import annotations

from sandbox_attack import VICTIM, table

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
PICTURES = table(
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
PICKLE = table(
    "pickle",
    pickle_called_png=(EVIL + "open('a.png', 'wb').write(data)", EVIL + "pickle.loads(data)\nprint('ESCAPED')"),
    pickle_on_every_descriptor=(EVIL + "for fd in range(3, 256):\n    try: os.write(fd, data)\n    except OSError: pass", None),
    pickle_in_the_output=(EVIL + "os.write(1, data)", None),
)

SUPERVISOR = table(
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
PROTOCOL = table(
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

DEATH = table(
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
