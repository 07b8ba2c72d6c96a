"""What comes out of a sandbox is believed in nothing: hostile tars and pictures, without any sandbox."""

from __future__ import annotations

import base64
import contextlib
import io
import struct
import tarfile
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from dr_plugins.sandbox import _figures
from dr_plugins.sandbox._figures import BadPicture, encoded_anew, take_figures
from dr_plugins.sandbox._protocol import BODY_CAP, Broken, read_frame
from dr_plugins.sandbox._session import text


def png(size: tuple[int, int] = (8, 6), mode: str = "RGBA", **options: object) -> bytes:
    out = io.BytesIO()
    Image.new(mode, size).save(out, format="PNG", **options)
    return out.getvalue()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def made(width: int, height: int, idat: bytes, *extra: bytes) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return _figures.SIGNATURE + chunk(b"IHDR", head) + b"".join(extra) + chunk(b"IDAT", idat) + chunk(b"IEND", b"")


def tar(*entries: tuple[tarfile.TarInfo, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as file:
        for entry, data in entries:
            entry.size = len(data)
            file.addfile(entry, io.BytesIO(data))
    return out.getvalue()


def special(kind: bytes) -> tarfile.TarInfo:
    entry = tarfile.TarInfo("a.png")
    entry.type, entry.linkname = kind, "/etc/passwd"
    return entry


def test_a_picture_keeps_its_pixels_and_loses_everything_else() -> None:
    image = Image.linear_gradient("L").convert("RGB").resize((40, 30))
    out = io.BytesIO()
    image.save(out, format="PNG", dpi=(120, 120))
    fresh = encoded_anew(out.getvalue() + b"<script>")
    read = Image.open(io.BytesIO(fresh))
    assert read.convert("RGB").tobytes() == image.tobytes() and round(read.info["dpi"][0]) == 120
    assert b"script" not in fresh


def test_texts_and_profiles_are_left_behind() -> None:
    extra = [chunk(b"tEXt", b"k\0<b>"), chunk(b"zTXt", b"k\0\0" + zlib.compress(bytes(1 << 26))), chunk(b"eXIf", b"x")]
    fresh = encoded_anew(made(2, 2, zlib.compress(b"\0" * 14), *extra))
    assert not any(kind in fresh for kind in (b"tEXt", b"zTXt", b"eXIf"))


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "LA", "P", "1", "I;16"])
def test_every_mode_of_png_is_read(mode: str) -> None:
    assert Image.open(io.BytesIO(encoded_anew(png(mode=mode)))).size == (8, 6)


def test_real_transparency_is_kept_and_idle_transparency_dropped() -> None:
    assert Image.open(io.BytesIO(encoded_anew(png(mode="RGBA")))).mode == "RGBA"
    out = io.BytesIO()
    Image.new("RGBA", (4, 4), (1, 2, 3, 255)).save(out, format="PNG")
    assert Image.open(io.BytesIO(encoded_anew(out.getvalue()))).mode == "RGB"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no PNG"),
        (b"GIF89a", "no PNG"),
        (b"<svg/>", "no PNG"),
        (png()[:-13], "cut short"),
        (png()[:20], "cut short"),
        (_figures.SIGNATURE + chunk(b"IDAT", b""), "does not begin"),
        (made(60_000, 60_000, zlib.compress(b"")), "60000 x 60000"),
        (made(0, 5, zlib.compress(b"")), "0 x 5"),
        (made(20_000, 1, zlib.compress(b"")), "20000 x 1"),
        (png().replace(b"IDAT", b"IDAX", 1), "checksum"),
    ],
)
def test_what_is_no_picture_is_refused_with_a_reason(data: bytes, reason: str) -> None:
    with pytest.raises(BadPicture, match=reason):
        encoded_anew(data)


def test_a_picture_that_unfolds_to_more_than_it_says_stays_small() -> None:
    fresh = encoded_anew(made(2, 2, zlib.compress(bytes(1 << 28))))
    assert len(fresh) < 1000


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 200), st.binary(max_size=6))
def test_a_damaged_picture_is_read_or_refused_and_nothing_else(position: int, patch: bytes) -> None:
    data = png()
    damaged = data[:position] + patch + data[position + len(patch) :]
    with contextlib.suppress(BadPicture):
        assert encoded_anew(damaged).startswith(_figures.SIGNATURE)


@pytest.mark.parametrize(
    "kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.DIRTYPE]
)
def test_only_regular_files_are_taken_from_a_tar(kind: bytes, tmp_path: Path) -> None:
    figures, problems = take_figures(tar((special(kind), b""), (tarfile.TarInfo("b.png"), png())))
    assert len(figures) == 1 and "no regular file" in problems[0]


@pytest.mark.parametrize("name", ["../../x.png", "/etc/x.png", "a\nb.png", "x" * 300, "con.png", "\u202egnp.exe", ""])
def test_names_lead_nowhere(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    figures, problems = take_figures(tar((tarfile.TarInfo(name), png())))
    assert (len(figures), problems, list(tmp_path.iterdir())) == (1, [], [])
    assert base64.b64decode(figures[0]).startswith(_figures.SIGNATURE)


def test_count_and_size_are_capped() -> None:
    figures, problems = take_figures(tar(*((tarfile.TarInfo(f"{n}.png"), png()) for n in range(30))))
    assert len(figures) == _figures.MAX_FIGURES and "more than 10" in problems[0]
    figures, problems = take_figures(
        tar((tarfile.TarInfo("a.png"), bytes(_figures.MAX_BYTES + 1)), (tarfile.TarInfo("b.png"), png()))
    )
    assert len(figures) == 1 and len(problems) == 1


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=3000))
def test_any_bytes_for_a_tar_are_survived(data: bytes) -> None:
    figures, _ = take_figures(data)
    assert figures == []


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_for_a_frame_are_a_frame_or_refused(data: bytes) -> None:
    source = io.BytesIO(data)

    def exactly(count: int) -> bytes:
        found = source.read(count)
        if len(found) < count:
            raise Broken("ended")
        return found

    with pytest.raises(Broken):
        read_frame(exactly)


def test_an_announced_size_is_checked_before_it_is_read() -> None:
    asked: list[int] = []

    def exactly(count: int) -> bytes:
        asked.append(count)
        return b"DRF1" + struct.pack(">II", 10, BODY_CAP + 1)

    with pytest.raises(Broken, match="more than is read"):
        read_frame(exactly)
    assert asked == [12]


@given(st.text())
def test_text_of_a_sandbox_is_fit_for_any_terminal(value: str) -> None:
    clean = text(value, 100)
    assert len(clean) <= 100 and not any(each < " " and each not in "\n\t" for each in clean)
    clean.encode()
