"""Bytes to text, whatever the page says about itself."""

from __future__ import annotations

import pytest

from dr_core import DRError
from dr_plugins.read._charset import decode
from dr_plugins.read._latin import alphabet

SIMPLIFIED = "太阳能发电在过去十年间变得非常便宜，成本自2010年以来下降了90%，这个趋势在大多数市场仍在持续。"
TRADITIONAL = "太陽能發電在過去十年間變得非常便宜，成本自2010年以來下降了90%，這個趨勢在大多數市場仍在持續。"
JAPANESE = "太陽光発電のコストは過去十年間で大きく下がりました。報告によると、平均コストは57ドルです。"
KOREAN = "태양광 발전 비용은 지난 10년 동안 크게 하락했다. 보고서에 따르면 평균 비용은 57달러이다."
FRENCH = "Le coût de l’énergie solaire a baissé de 90 % depuis 2010, d'après un rapport très intéressant."
RUSSIAN = "Стоимость солнечной энергии снизилась на девяносто процентов с 2010 года, и тенденция продолжается."

CASES = [
    *((SIMPLIFIED, name) for name in ("gb2312", "gbk", "gb18030", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")),
    *((TRADITIONAL, name) for name in ("big5", "cp950", "gb18030", "utf-8")),
    *((JAPANESE, name) for name in ("shift_jis", "cp932", "euc_jp", "iso2022_jp", "utf-8")),
    *((KOREAN, name) for name in ("euc_kr", "cp949", "utf-8")),
    *((FRENCH, name) for name in ("cp1252", "utf-8", "utf-16")),
]


@pytest.mark.parametrize("hint", ["", "gb2312", "big5", "shift_jis", "euc-kr", "iso-8859-1", "utf-8", "no-such-charset"])
@pytest.mark.parametrize(("text", "encoding"), CASES)
def test_the_bytes_win_over_a_wrong_label(text: str, encoding: str, hint: str) -> None:
    assert decode(text.encode(encoding), "file:///a", [hint] if hint else []) == text


@pytest.mark.parametrize(("text", "encoding"), CASES)
def test_a_title_of_twelve_characters_is_enough(text: str, encoding: str) -> None:
    assert decode(text[:12].encode(encoding), "file:///a") == text[:12]


@pytest.mark.parametrize("encoding", ["cp1251", "koi8-r"])
def test_a_declared_single_byte_charset_is_believed(encoding: str) -> None:
    assert decode(RUSSIAN.encode(encoding), "file:///a", [encoding]) == RUSSIAN


POLISH = "Rząd ogłosił, że w przyszłym roku zwiększy środki na rozwój źródeł energii, a działania te mają sens."
TURKISH = "Hükümet gelecek yıl yenilenebilir enerji için ayrılan bütçeyi artıracağını açıkladı, şirketler sevindi."
THAI = "รัฐบาลประกาศว่าจะเพิ่มงบประมาณสำหรับการพัฒนาพลังงานหมุนเวียนในปีหน้า"


@pytest.mark.parametrize(
    ("text", "label", "encoding"),
    [
        (POLISH, "iso-8859-2", "iso-8859-2"),
        (POLISH, "windows-1250", "cp1250"),
        (TURKISH, "iso-8859-9", "cp1254"),
        (TURKISH, "windows-1254", "cp1254"),
        (FRENCH.replace("’", "'"), "iso-8859-15", "iso-8859-15"),
        (THAI, "windows-874", "cp874"),
    ],
)
def test_a_label_is_believed_where_bytes_cannot_tell(text: str, label: str, encoding: str) -> None:
    """Read as cp1252, Polish is "Rz¹d og³osi³", which looks like a language, too."""
    assert decode(text.encode(encoding), "file:///a", [label]) == text


CZECH = "Vláda oznámila, že příští rok zvýší výdaje na rozvoj obnovitelných zdrojů; žádné další změny se neočekávají."
HUNGARIAN = "A kormány bejelentette, hogy jövőre növeli a megújuló energiára fordított összeget, és a szélerőművek is erősödnek."
ROMANIAN = "Guvernul a anunţat că va creşte în anul următor sumele pentru energie, iar preţurile vor scădea şi în oraşe."
SPANISH = "El año pasado España instaló más energía eólica que ningún otro país; ¿cuánto costó? Unos 3 m³ de agua por día."
GERMAN = "Die Häuser wurden größer, die Straßen schöner und die Löhne höher; für die Bürger änderte sich über Nacht alles."


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (POLISH, "cp1250"), (POLISH, "iso8859_2"), (CZECH, "cp1250"), (CZECH, "iso8859_2"), (HUNGARIAN, "cp1250"),
        (HUNGARIAN, "iso8859_2"), (ROMANIAN, "cp1250"), (TURKISH, "cp1254"), (SPANISH, "cp1252"), (GERMAN, "cp1252"),
        (FRENCH, "cp1252"),
    ],
)  # fmt: skip
def test_undeclared_letters_are_told_by_the_language_they_belong_to_together(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding), "file:///a") == text


def test_raised_figures_are_no_letters() -> None:
    assert (
        alphabet(("A room of 30 m³ holds 36 kg of air, and a hall of 900 m³, says Smith¹, a ton. " * 3).encode("cp1252"))
        == "cp1252"
    )


def test_cyrillic_in_much_markup_is_no_latin_alphabet() -> None:
    assert decode(b"<p class='x'>" * 60 + (RUSSIAN * 3).encode("cp1251"), "file:///a").endswith(RUSSIAN)


def test_a_cut_last_character_does_not_spoil_the_rest() -> None:
    assert decode(SIMPLIFIED.encode()[:-1], "file:///a").startswith(SIMPLIFIED[:-1])
    assert decode(SIMPLIFIED.encode("gbk")[:-1], "file:///a").startswith(SIMPLIFIED[:-1])


def test_one_broken_byte_in_a_page_of_utf8_is_only_one_broken_character() -> None:
    data = bytearray((SIMPLIFIED * 20).encode())
    data[100] = 0xFF
    assert decode(bytes(data), "file:///a").count("太阳能") >= 19


def test_line_ends_are_one_kind() -> None:
    assert decode(b"a\r\nb\rc\n", "file:///a") == "a\nb\nc\n"


@pytest.mark.parametrize(
    "data",
    [b"\x89PNG\r\n\x1a\n\x00\x00", b"%PDF-1.7\n1 0 obj", b"PK\x03\x04abc", bytes(range(256)) * 20, b"\x7fELF\x00", b"\x00" * 99],
)
def test_what_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(DRError, match="file:///a is not a text file"):
        decode(data, "file:///a")
