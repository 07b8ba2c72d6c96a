"""Who acts in a clause of Chinese, where it names somebody's kin: 其弟王强, 王明的弟弟王强, 孙伟与妻子何丽.

Whom a clause names as somebody's kin is known for a name by the word before it, and who stands before 的 and such a word does not
act. Where the clause that tells the same names others, and the one that is named acts in no such clause, that is a doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from dr_core.pattern import regex
from dr_core.text.overlap import share

HELD = 0.6
"""The share of what a claim says of somebody that a clause has which tells the same."""

FAMILY = (
    "王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何林罗羅郑鄭梁谢謝宋唐许許韩韓邓鄧冯馮曹彭曾萧蕭肖田董潘袁蔡蒋蔣余于杜叶葉程魏"
    "苏蘇吕呂丁任卢盧姚沈钟鍾姜崔谭譚陆陸范汪廖石金贾賈夏付方邹鄒熊白孟秦邱侯江尹薛闫阎雷龙龍段郝孔邵史毛常万萬顾顧赖賴武康贺賀严嚴"
)
TITLE = (
    r"(?:建筑师|建築師|记者|記者|教授|博士|市长|市長|省长|主席|总裁|總裁|作家|导演|導演|医生|醫生|工程师|工程師|创始人|創辦人|专家|專家|经理|經理"
    r"|科学家|科學家|画家|畫家|校长|校長|主任|院长|院長|继任者|農民|农民|学者|學者|总统|總統|总理|總理|部长|部長|议员|議員)"
)
KIN = (
    r"(?:哥哥|弟弟|姐姐|姊姊|妹妹|父亲|父親|母亲|母親|儿子|兒子|女儿|女兒|丈夫|妻子|太太|先生|叔叔|伯父|舅舅|姑姑|侄子|侄女|外甥|孙子|孫子|孙女|孫女"
    r"|祖父|祖母|岳父|岳母|女婿|儿媳|堂兄|堂弟|表哥|表弟|长子|長子|次子|长女|長女|[其之][兄弟姐姊妹父母子女夫妻叔侄孙孫])"
)
_BEHIND = (
    r"(?=[于於在因就曾将將的、，。；和与與说說称稱表认認指是为為出创創获獲提领領担擔宣带帶设設写寫发發主率从從被對对经經负負任研执執接作"
    r"开開击擊教学學当當继繼成加参參掌后後也则則本]|$)"
)
_NAME = rf"(?P<name>[{FAMILY}][\u4e00-\u9fff]{{1,2}}?)"
_NAMED = regex(rf"(?:^|[，。；、由与與和是]|{TITLE}|{KIN}){_NAME}{_BEHIND}")
_CLAUSE = regex(r"[，；。]")
_KIN_WORD = regex(rf"(?:[他她其]的?)?{KIN}|的")
_KIN = regex(KIN)


def other_actor(claim: str, spans: Sequence[str]) -> tuple[str, str] | None:
    """Who acts in a clause of ``claim``, and who does in the clause of ``spans`` that tells the same; None where both agree."""
    texts = [span for span in spans if "|" not in span]
    if not any(_KIN.search(text) for text in texts):
        return None
    known = frozenset[str]().union(*map(_names, (claim, *texts)))
    every = [clause for text in texts for clause in _CLAUSE.split(text)]
    for clause in _CLAUSE.split(claim):
        ours, rest = _actors(clause, known), _KIN_WORD.sub("", clause)
        for name in known:
            rest = rest.replace(name, "")
        telling = [_actors(one, known) for one in every if ours and len(rest) > 1 and share(rest, one) >= HELD]
        if telling and all(theirs and theirs.isdisjoint(ours) for theirs in telling):
            return min(ours), min(telling[0])
    return None


@lru_cache(maxsize=2048)
def _names(text: str) -> frozenset[str]:
    return frozenset(found["name"] for found in _NAMED.finditer(text))


def _actors(clause: str, known: frozenset[str]) -> frozenset[str]:
    """The persons of a clause but those of whom another one is the kin."""
    here = [name for name in known if name in clause and not clause.startswith("的", clause.index(name) + len(name))]
    return frozenset(name for name in here if not any(name != other and name in other for other in here))
