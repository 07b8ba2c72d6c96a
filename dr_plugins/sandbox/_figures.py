"""What comes out of a sandbox: a tar of pictures, believed in nothing. Regular files, real PNGs, few, small, encoded anew."""

from __future__ import annotations

import base64
import io
import struct
import tarfile
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
KEPT_CHUNKS = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"pHYs")
MAX_FIGURES = 10
MAX_BYTES = 8_000_000
MAX_PIXELS = 16_000_000
MAX_SIDE = 16_000


class BadPicture(Exception):
    """A file that is not the picture it should be; the message says why."""


def take_figures(data: bytes) -> tuple[list[str], list[str]]:
    """The figures of a tar as base64 PNG, in order, and what was wrong with the others."""
    figures: list[str] = []
    problems: list[str] = []
    for number, content in enumerate(regular_files(data, problems), 1):
        try:
            figures.append(base64.b64encode(encoded_anew(content)).decode())
        except BadPicture as error:
            problems.append(f"picture {number} was refused: {error}")
    return figures, problems


def regular_files(data: bytes, problems: list[str]) -> list[bytes]:
    """The contents of at most ``MAX_FIGURES`` regular files; names are never used, so they cannot lead anywhere."""
    contents: list[bytes] = []
    if not data:
        return contents
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as tar:  # "r:": no compression, so nothing can unfold
            for seen, entry in enumerate(tar):
                if len(contents) == MAX_FIGURES or seen > 10 * MAX_FIGURES:
                    problems.append(f"more than {MAX_FIGURES} pictures, the rest is dropped")
                    break
                if not entry.isreg() or entry.issparse() or entry.size > MAX_BYTES:
                    problems.append("something that is no regular file of a fitting size was dropped")
                    continue
                file = tar.extractfile(entry)
                contents.append(file.read(MAX_BYTES) if file else b"")
    except (tarfile.TarError, ValueError, OverflowError, RecursionError) as error:
        problems.append(f"the figures cannot be read: {error}")
    return contents


def bare_png(data: bytes) -> bytes:
    """The PNG reduced to the chunks that make the picture; texts, profiles and everything after IEND are left behind."""
    if not data.startswith(SIGNATURE):
        raise BadPicture("it is no PNG")
    kept, position = [SIGNATURE], len(SIGNATURE)
    while position + 12 <= len(data):
        (size,) = struct.unpack(">I", data[position : position + 4])
        kind, end = data[position + 4 : position + 8], position + 12 + size
        if end > len(data):
            break
        if position == len(SIGNATURE):
            check_size(kind, data[position + 8 : end - 4])
        if zlib.crc32(data[position + 4 : end - 4]) != struct.unpack(">I", data[end - 4 : end])[0]:
            raise BadPicture("a checksum is wrong")
        if kind in KEPT_CHUNKS:
            kept.append(data[position:end])
        if kind == b"IEND":
            return b"".join(kept)
        position = end
    raise BadPicture("it is cut short")


def check_size(kind: bytes, content: bytes) -> None:
    """Refuse a picture that would not fit into memory, from its first chunk."""
    if kind != b"IHDR" or len(content) != 13:
        raise BadPicture("it does not begin as a PNG")
    width, height = struct.unpack(">II", content[:8])
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE and width * height <= MAX_PIXELS):
        raise BadPicture(f"it is {width} x {height} pixels, more than {MAX_PIXELS} in all")


def encoded_anew(data: bytes) -> bytes:
    """The same picture, written by us."""
    from PIL import Image, UnidentifiedImageError  # imported here: nobody pays for it who draws nothing

    try:
        with Image.open(io.BytesIO(bare_png(data)), formats=["PNG"]) as image:
            dpi = image.info.get("dpi")
            picture = image.convert("RGBA" if image.has_transparency_data else "RGB")
    except (OSError, ValueError, SyntaxError, struct.error, UnidentifiedImageError, Image.DecompressionBombError) as error:
        raise BadPicture(str(error)) from error
    if picture.mode == "RGBA" and picture.getchannel("A").getextrema() == (255, 255):
        picture = picture.convert("RGB")  # opaque after all, as matplotlib's pictures are
    fresh = flat_png(picture.mode, picture.size, picture.tobytes(), dpi)
    if len(fresh) * 6 > len(picture.tobytes()):  # no flat colours: a picture for the filters that Pillow tries
        out = io.BytesIO()
        picture.save(out, format="PNG", compress_level=6, **({"dpi": dpi} if dpi else {}))
        fresh = min(fresh, out.getvalue(), key=len)
    if len(fresh) > MAX_BYTES:
        raise BadPicture(f"it takes {len(fresh)} bytes, more than {MAX_BYTES}")
    return fresh


def flat_png(mode: str, size: tuple[int, int], data: bytes, dpi: tuple[float, float] | None) -> bytes:
    """A PNG without row filters: for charts it is smaller than what filters make of it, in half the time."""
    width, height = size
    stride = len(data) // height
    rows = b"".join([b"\0" + data[start : start + stride] for start in range(0, len(data), stride)])
    head = struct.pack(">IIBBBBB", width, height, 8, 6 if mode == "RGBA" else 2, 0, 0, 0)
    density = [(b"pHYs", struct.pack(">IIB", round(dpi[0] / 0.0254), round(dpi[1] / 0.0254), 1))] if dpi else []
    chunks = [(b"IHDR", head), *density, (b"IDAT", zlib.compress(rows, 4)), (b"IEND", b"")]
    return SIGNATURE + b"".join(
        struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        for kind, content in chunks
    )
