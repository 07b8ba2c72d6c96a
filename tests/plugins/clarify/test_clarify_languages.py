"""The same vague and the same clear questions in every language that is answered: the vague are asked about in it."""

from __future__ import annotations

from types import ModuleType

import pytest
from clarify_kit import assess

from dr_core import NextAction
from dr_plugins.clarify import _french, _german, _italian, _portuguese, _spanish
from dr_plugins.clarify._dialogue import KINDS
from dr_plugins.clarify._focus import _SIDES, side
from dr_plugins.clarify._language import LANGUAGES, language_of
from dr_plugins.clarify._reading import read
from dr_plugins.clarify._refusal import is_order
from dr_plugins.clarify._wording import say

VAGUE = {
    "en": (
        "cancer",
        "cancer treatment",
        "artificial intelligence",
        "Help me research something",
        "that new drug",
        "What are the latest trends?",
        "What do you recommend?",
        "the situation on the market",
        "the strategy of this company",
    ),
    "de": (
        "Krebs",
        "Krebsbehandlung",
        "Künstliche Intelligenz",
        "Hilf mir, etwas zu recherchieren",
        "dieses neue Medikament",
        "Was sind die neuesten Trends?",
        "Was empfehlen Sie?",
        "die Lage auf dem Markt",
        "die Strategie dieser Firma",
    ),
    "fr": (
        "le cancer",
        "le traitement du cancer",
        "l'intelligence artificielle",
        "Aide-moi à faire une recherche",
        "ce nouveau médicament",
        "Quelles sont les dernières tendances ?",
        "Que recommandez-vous ?",
        "la situation du marché",
        "la stratégie de cette entreprise",
    ),
    "es": (
        "el cáncer",
        "tratamiento del cáncer",
        "inteligencia artificial",
        "Ayúdame a investigar algo",
        "ese nuevo medicamento",
        "¿Cuáles son las últimas tendencias?",
        "¿Qué me recomiendas?",
        "la situación del mercado",
        "la estrategia de esta empresa",
    ),
    "it": (
        "il cancro",
        "la cura del cancro",
        "intelligenza artificiale",
        "Aiutami a fare una ricerca",
        "quel nuovo farmaco",
        "Quali sono le ultime tendenze?",
        "Che cosa mi consigli?",
        "la situazione del mercato",
        "la strategia di questa azienda",
    ),
    "pt": (
        "o câncer",
        "tratamento do cancro",
        "inteligência artificial",
        "Ajude-me a pesquisar alguma coisa",
        "aquele novo medicamento",
        "Quais são as últimas tendências?",
        "O que você recomenda?",
        "a situação do mercado",
        "a estratégia desta empresa",
    ),
    "zh-Hans": (
        "癌症",
        "癌症治疗",
        "人工智能",
        "帮我研究点东西",
        "那个新药",
        "最新趋势是什么？",
        "你推荐什么？",
        "市场情况",
        "这家公司的策略",
    ),
    "ja": (
        "がん",
        "がんの治療",
        "人工知能について教えて",
        "何か調べてください",
        "あの新薬",
        "最新のトレンドは何ですか",
        "おすすめは何ですか",
        "市場の状況",
        "この会社の戦略",
    ),
    "ko": (
        "암",
        "암 치료",
        "인공지능",
        "뭔가 조사해 줘",
        "그 신약",
        "최신 트렌드는 무엇인가요?",
        "무엇을 추천하나요?",
        "시장 상황",
        "이 회사의 전략",
    ),
    "zh-Hant": (
        "癌症治療",
        "幫我研究點東西",
        "那個新藥",
        "最新趨勢是什麼？",
        "你推薦什麼？",
        "這家公司的策略",
    ),
}
CLEAR = {
    "en": (
        "How do heat pumps work in old buildings?",
        "side effects of metformin",
        "GLP-1 agonists",
        "Effects of the minimum wage on employment in Germany",
        "AI in education",
        "Why are bees dying?",
        "treatment of type 2 diabetes",
        "How many people live in Lagos?",
    ),
    "de": (
        "Wie funktionieren Wärmepumpen im Altbau?",
        "Nebenwirkungen von Metformin",
        "GLP-1-Agonisten",
        "Auswirkungen des Mindestlohns auf die Beschäftigung in Deutschland",
        "KI in der Bildung",
        "Warum sterben die Bienen?",
        "Behandlung von Typ-2-Diabetes",
        "Wie viele Menschen leben in Lagos?",
    ),
    "fr": (
        "Comment fonctionnent les pompes à chaleur dans les bâtiments anciens ?",
        "effets secondaires de la metformine",
        "agonistes du GLP-1",
        "Effets du salaire minimum sur l'emploi en Allemagne",
        "l'IA dans l'éducation",
        "Pourquoi les abeilles meurent-elles ?",
        "traitement du diabète de type 2",
        "Combien de personnes vivent à Lagos ?",
    ),
    "es": (
        "¿Cómo funcionan las bombas de calor en edificios antiguos?",
        "efectos secundarios de la metformina",
        "agonistas del GLP-1",
        "Efectos del salario mínimo sobre el empleo en Alemania",
        "la IA en la educación",
        "¿Por qué mueren las abejas?",
        "tratamiento de la diabetes tipo 2",
        "¿Cuántas personas viven en Lagos?",
    ),
    "it": (
        "Come funzionano le pompe di calore negli edifici vecchi?",
        "effetti collaterali della metformina",
        "agonisti del GLP-1",
        "Effetti del salario minimo sull'occupazione in Germania",
        "l'IA nell'istruzione",
        "Perché muoiono le api?",
        "cura del diabete di tipo 2",
        "Quante persone vivono a Lagos?",
    ),
    "pt": (
        "Como funcionam as bombas de calor em edifícios antigos?",
        "efeitos colaterais da metformina",
        "agonistas do GLP-1",
        "Efeitos do salário mínimo sobre o emprego na Alemanha",
        "a IA na educação",
        "Por que as abelhas estão morrendo?",
        "tratamento do diabetes tipo 2",
        "Quantas pessoas vivem em Lagos?",
    ),
    "zh-Hans": (
        "旧建筑里的热泵是怎么工作的？",
        "二甲双胍的副作用",
        "GLP-1 激动剂",
        "德国最低工资对就业的影响",
        "人工智能在教育中的应用",
        "蜜蜂为什么会死亡？",
        "2型糖尿病的治疗",
        "拉各斯有多少人口？",
    ),
    "ja": (
        "古い建物でヒートポンプはどう働くのか",
        "メトホルミンの副作用",
        "GLP-1作動薬",
        "ドイツの最低賃金が雇用に与える影響",
        "教育におけるAI",
        "ミツバチはなぜ死んでいるのか",
        "2型糖尿病の治療",
        "ラゴスの人口は何人か",
    ),
    "ko": (
        "오래된 건물에서 히트펌프는 어떻게 작동하나요?",
        "메트포르민의 부작용",
        "GLP-1 작용제",
        "독일의 최저임금이 고용에 미치는 영향",
        "교육에서의 인공지능",
        "꿀벌은 왜 죽나요?",
        "제2형 당뇨병 치료",
        "라고스의 인구는 몇 명인가요?",
    ),
    "zh-Hant": ("二甲雙胍的副作用", "GLP-1 激動劑", "德國最低工資對就業的影響", "蜜蜂為什麼會死亡？", "第二型糖尿病的治療"),
}


def pairs(table: dict[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    return [(language, topic) for language, topics in table.items() for topic in topics]


def sayable(language: str) -> set[str]:
    """What can be chosen from in ``language``."""
    return {say(key, language) for key in (*KINDS, "overview")} | {side(key, language) for key in _SIDES}


def test_every_language_has_its_questions() -> None:
    assert VAGUE.keys() == CLEAR.keys() == set(LANGUAGES)


@pytest.mark.parametrize(("language", "topic"), pairs(VAGUE))
def test_a_vague_question_is_asked_about_in_its_language(language: str, topic: str) -> None:
    word = assess(topic)
    assert word.action is NextAction.NEED_CLARIFICATION
    assert word.question is not None
    own = {*sayable(language), say("no_one", language, subject=read(topic).core)}
    assert own.issuperset(word.question.options), word.question.options
    assert word.reasoning == say(f"because.{word.question.missing_info}", language)


@pytest.mark.parametrize(("language", "topic"), pairs(CLEAR))
def test_a_clear_question_starts(language: str, topic: str) -> None:
    assert assess(topic).action in (NextAction.START_RESEARCH, NextAction.CONFIRM_PLAN)


@pytest.mark.parametrize(
    "topic",
    [
        "桜はいつ咲きますか",
        "猫は何を食べますか",
        "蛍はどこで見られますか",
        "虹はどうしてできるの",
        "酒はどう造るのか",
        "茶の効能",
        "大熊猫吃什么",
        "荔枝什么时候成熟",
        "雪为什么是白的",
        "벚꽃은 언제 피나요",
        "연어는 어디에서 산란하나",
        "When do cherries bloom?",
        "Wann blühen Kirschen?",
        "Que mangent les pandas ?",
    ],
)
def test_what_asks_one_thing_of_a_plain_word_starts(topic: str) -> None:
    assert assess(topic).action in (NextAction.START_RESEARCH, NextAction.CONFIRM_PLAN)


@pytest.mark.parametrize("topic", ["猫", "桜について", "薬の効能", "それはいつですか", "誰ですか"])
def test_a_plain_word_alone_or_a_word_for_a_field_is_asked_about(topic: str) -> None:
    assert assess(topic).action is NextAction.NEED_CLARIFICATION


@pytest.mark.parametrize(
    ("topic", "side_key"),
    [
        ("Krebsbehandlung", "evidence"),
        ("le traitement du cancer", "evidence"),
        ("la situación del mercado", "market"),
        ("la situazione del mercato", "market"),
        ("a situação do mercado", "market"),
    ],
)
def test_the_first_option_is_the_side_that_the_words_call_for(topic: str, side_key: str) -> None:
    question = assess(topic).question
    assert question is not None
    assert question.options[0] == side(side_key, language_of(topic))


@pytest.mark.parametrize(
    ("topic", "language"),
    [
        ("Krebs", "de"),
        ("Klimawandel", "de"),
        ("il cancro", "it"),
        ("o câncer", "pt"),
        ("el cáncer", "es"),
        ("cancer", "en"),
        ("Parkinson", "en"),
        ("la escasez de enfermeras", "en"),
    ],
)
def test_few_words_are_read_in_the_language_that_has_them(topic: str, language: str) -> None:
    """Those of no language more than of another are answered in English, as before."""
    assert language_of(topic) == language


@pytest.mark.parametrize(
    "wish",
    [
        "Schreib mir ein Gedicht",
        "Écris-moi un poème sur la mer",
        "Escríbeme un poema",
        "Scrivimi una poesia",
        "Escreva um poema",
        "Lösche alle meine Dateien",
        "Cancella tutti i file",
    ],
)
def test_a_plain_order_is_known(wish: str) -> None:
    assert is_order(wish)


@pytest.mark.parametrize("question", ["Wie schreibt man ein Gedicht?", "Qui a écrit ce poème ?", "¿Cómo borrar archivos?"])
def test_a_question_about_such_things_is_no_order(question: str) -> None:
    assert not is_order(question)


@pytest.mark.parametrize("table", [_german, _french, _spanish, _italian, _portuguese])
def test_a_word_has_one_role_in_a_language(table: ModuleType) -> None:
    words = [word for listed in table.WORDS.values() for word in listed.split()]
    assert len(words) == len(set(words))
