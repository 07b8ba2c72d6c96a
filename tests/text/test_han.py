"""Chinese in its two scripts: the same words, and a sentence is carried by a source in the other one."""

from __future__ import annotations

from itertools import product

import pytest

from dr_core.text import terms
from dr_core.text.han import fold, simplified
from dr_core.text.support import judge
from dr_core.text.token import content_terms

ONE_WORD = """
沖縄 沖繩 冲绳; 横浜 橫濱 横滨; 神戸 神戶 神户; 那覇 那霸; 渋谷 澁谷 澀谷 涩谷; 広島 廣島 广岛; 豊田 豐田 丰田;
渡辺 渡邉 渡邊 渡边; 仏教 佛教; 駅前 驛前 驿前; 稲作 稻作; 氷河 冰河; 遅延 遲延 迟延; 醤油 醬油 酱油; 鶏肉 雞肉 鷄肉 鸡肉;
絵本 繪本 绘本; 隣国 鄰國 邻国; 頼朝 賴朝 赖朝; 陥落 陷落; 騒音 騷音 骚音; 酔客 醉客; 寛容 寬容 宽容; 覇権 霸權 霸权;
銃弾 銃彈 铳弹; 乗客 乘客; 髄膜 髓膜; 濕度 溼度 湿度; 龐大 庞大; 螢光 蛍光 萤光; 砲台 炮臺 炮台; 乾燥 干燥; 鹼性 碱性;
臺灣 台灣 台湾; 綫路 線路 线路; 秘密 祕密; 閒置 閑置 闲置; 潰瘍 溃疡; 贛州 赣州; 濰坊 潍坊; 瀋陽 沈阳; 龔自珍 龚自珍;
鋁錠 铝锭; 錳礦 锰矿; 顱骨 颅骨; 癲癇 癫痫; 硏究 研究; 甁 瓶
"""
"""Words of everyday texts, each in the shapes in which the mainland, Taiwan, Hong Kong, Japan and Korea write it."""
HANT = "根據《全國海水利用報告》，2023年淡化工程的產水量為每日252萬噸。"
HANS = "根据《全国海水利用报告》，2023年淡化工程的产水量为每日252万吨。"


def test_both_scripts_have_the_same_terms() -> None:
    assert terms(HANT) == terms(HANS)
    assert content_terms("為什麼這個") == content_terms("为什么这个")


@pytest.mark.parametrize("shapes", ONE_WORD.split(";"))
def test_a_word_is_one_word_in_all_shapes_of_its_letters(shapes: str) -> None:
    first, *others = shapes.split()
    assert {simplified(one) for one in others} == {simplified(first)}


@pytest.mark.parametrize(("encoding", "first", "last"), [("big5", 0xA4, 0xC6), ("euc_jp", 0xB0, 0xCF)])
def test_hardly_an_everyday_letter_has_a_shape_of_its_own(encoding: str, first: int, last: int) -> None:
    """The first level of an encoding is what its country writes every day, GB 2312 what the mainland does; what is left is
    rare, or was made in Japan (峠)."""
    letters = [
        letter
        for pair in product(range(first, last + 1), range(0x40, 0xFF))
        if len(letter := bytes(pair).decode(encoding, "ignore")) == 1 and "\u4e00" <= letter <= "\u9fff"
    ]
    apart = [letter for letter in letters if not simplified(letter).encode("gb2312", "ignore")]
    assert len(letters) > 2900 and len(apart) < 0.04 * len(letters)


def test_what_is_no_chinese_is_left_as_it_is() -> None:
    assert simplified("KTX 한국 カタカナ ABC") == "KTX 한국 カタカナ ABC"
    assert fold("KTX與") == "ktx与"


@pytest.mark.parametrize(("said", "source"), [(HANT, HANS), (HANS, HANT)])
def test_a_sentence_is_carried_by_a_source_in_the_other_script(said: str, source: str) -> None:
    first, _, rest = said.rstrip("。").partition("，")
    told = f"{rest}，{first}。"
    assert judge(told, [source]).verdict == "supported"
    assert judge(told.replace("252", "352"), [source]).verdict == "contradicted"


def test_and_not_by_one_about_something_else() -> None:
    other = "高速铁路的建设成本为每公里一亿元，最高速度为350公里。"
    assert judge("海水淡化對環境的影響主要來自鹵水的排放。", [other]).verdict == "unclear"
