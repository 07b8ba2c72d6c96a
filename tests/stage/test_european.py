"""Reports without a model in German, French, Spanish, Italian and Portuguese."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest

from dr_core import research
from dr_core.report.words import WORDS, words
from dr_core.stage.extractive.facet import BY_ID, FACETS, LANGUAGES, asked, title, without_sides
from dr_core.stage.extractive.plan import outline
from dr_core.stage.extractive.query import subject
from dr_core.stage.extractive.rival import contrasts, rivals
from dr_core.stage.extractive.want import wants
from dr_core.stage.focus import specific
from dr_core.text import detect, sentences
from dr_core.text.dangling import dangles

PAGES = {
    "de": """# Was eine Wärmepumpe kostet

Eine Luft-Wärmepumpe kostet für ein Einfamilienhaus im Mittel 36.300 Euro einschließlich Einbau. Eine Erdwärmepumpe ist teurer:
Sie kostet mit der Bohrung rund 45.000 Euro.

## Klima

Eine Wärmepumpe verursacht etwa 120 Gramm Kohlendioxid je Kilowattstunde Wärme. Eine Gasheizung verursacht 240 Gramm.

| Art der Wärmepumpe | Anschaffung (Euro) | Jahresarbeitszahl |
|---|---|---|
| Luft | 36.300 | 3,1 |
| Sole | 45.000 | 4,2 |
""",
    "fr": """# Le coût des lignes à grande vitesse

La ligne à grande vitesse entre Tours et Bordeaux a coûté 7,8 milliards d'euros pour 302 kilomètres. Un kilomètre de ligne
nouvelle revient à près de 25,8 millions d'euros.

## Retards

Le projet de ligne vers Toulouse a pris du retard parce que le financement n'était pas assuré.

| Ligne à grande vitesse | Coût (euros) | Longueur (km) |
|---|---|---|
| Tours-Bordeaux | 7 800 000 000 | 302 |
| Le Mans-Rennes | 3 400 000 000 | 182 |
""",
    "es": """# Autobuses eléctricos en la ciudad

Un autobús eléctrico cuesta 520.000 euros, mientras que uno de gasóleo cuesta 280.000 euros. La ciudad compró 75 en 2023.

## Baterías

La batería de un autobús eléctrico dura entre 8 y 10 años y tiene una capacidad de 350 kWh.

| Autobús | Precio (euros) | Autonomía (km) |
|---|---|---|
| Eléctrico | 520.000 | 250 |
| Gasóleo | 280.000 | 600 |
""",
    "it": """# Quanto costa una pompa di calore

Una pompa di calore ad aria costa in media 12.500 euro per una casa singola, installazione compresa. Una pompa di calore
geotermica è più cara: costa circa 24.000 euro con la perforazione.

## Ambiente

Una pompa di calore causa circa 120 grammi di anidride carbonica per chilowattora di calore. Una caldaia a gas ne causa 240.

| Pompa di calore | Prezzo (euro) | Efficienza |
|---|---|---|
| Aria | 12.500 | 3,1 |
| Geotermica | 24.000 | 4,2 |
""",
    "pt": """# O metrô da cidade

A nova linha de metrô custou 3,2 bilhões de reais e tem 14 quilômetros. A obra atrasou porque o financiamento não estava
garantido.

## Passageiros

O metrô transporta 450.000 passageiros por dia. Em 2019 eram 520.000 passageiros por dia.

| Linha de metrô | Custo (reais) | Extensão (km) |
|---|---|---|
| Linha 4 | 3.200.000.000 | 14 |
| Linha 5 | 1.900.000.000 | 9 |
""",
}
QUESTIONS = {
    "de": "Was kostet eine Wärmepumpe?",
    "fr": "Combien coûte une ligne à grande vitesse ?",
    "es": "¿Cuánto cuesta un autobús eléctrico?",
    "it": "Quanto costa una pompa di calore?",
    "pt": "Quanto custou a nova linha de metrô?",
}


@pytest.mark.parametrize("language", PAGES)
def test_a_report_has_the_words_of_its_language_and_is_read_back(language: str, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "page.md").write_text(PAGES[language], "utf-8")
    settings = {"output": {"root": str(tmp_path / "logs")}, "sandbox": {"use": []}}
    made = research(QUESTIONS[language], docs=tmp_path / "docs", settings=settings)
    report = Path(made.report_path).read_text("utf-8")
    own = words(language)
    assert made.passed, (Path(made.run_dir) / "verification.md").read_text("utf-8")
    assert f"## {own.abstract}\n" in report and f"## {own.provenance}\n" in report
    assert f"\n{own.source}: [1]" in report
    sections = {title(one, language, plain=plain) for one in FACETS for plain in (True, False)}
    headings = {line[3:] for line in report.splitlines() if line.startswith("## ")} - {"References"}
    named = {line.strip("# ") for line in PAGES[language].splitlines() if line.startswith("#")}
    assert headings <= {own.abstract, own.conclusions, own.provenance, *sections, *named} and headings & sections


def test_every_heading_of_a_language_is_another_one() -> None:
    for language in LANGUAGES:
        titles = list(chain.from_iterable({title(one, language), title(one, language, plain=True)} for one in FACETS))
        assert all(titles) and len(titles) == len(set(titles)), language
    assert all(all(one) for one in WORDS.values())


@pytest.mark.parametrize(
    ("question", "sides"),
    [
        ("Was kosten Wärmepumpen, und wie sicher sind sie?", ["cost", "safety"]),
        ("Warum brach der Absatz ein?", ["reasons", "scale"]),
        ("Betriebskosten und Lebensdauer von Batterien", ["cost", "performance"]),
        ("Pourquoi les trains ont-ils du retard ?", ["reasons", "punctuality"]),
        ("Coût et sécurité des véhicules électriques", ["cost", "safety"]),
        ("¿Por qué subió el precio de la vivienda?", ["reasons", "cost"]),
        ("Historia y presupuesto del metro", ["history", "cost"]),
        ("Quanto costano le pompe di calore e quanto sono sicure?", ["cost", "safety"]),
        ("Perché i treni sono in ritardo?", ["reasons", "punctuality"]),
        ("Storia e prezzo della metropolitana", ["history", "cost"]),
        ("Por que subiu o preço da habitação?", ["reasons", "cost"]),
        ("Custos e segurança dos veículos elétricos", ["cost", "safety"]),
    ],
)
def test_the_sides_that_a_question_names_are_known(question: str, sides: list[str]) -> None:
    assert [facet.id for facet in asked(question)] == sides
    planned = outline({"question": question, "language": detect(question)})
    assert [
        one["title"] for one in planned["sections"] if one["title"] in {title(BY_ID[side], detect(question)) for side in sides}
    ]


def test_a_side_with_a_capital_is_no_name_in_german() -> None:
    assert without_sides("Wärmepumpe Kosten") == "Wärmepumpe"
    assert without_sides("véhicule coûts") == "véhicule"
    assert without_sides("American Broadcasting Company") == "American Broadcasting Company"


def kinds(question: str) -> list[tuple[list[str], bool]]:
    return [(sorted(want.measure.kinds) if want.measure else [], want.cause) for want in wants(question)]


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Wie viel kostet eine Wärmepumpe?", [(["money"], False)]),
        ("Was kostet eine Wärmepumpe und wie viele Geräte gibt es?", [(["money"], False), (["count"], False)]),
        ("Wie viele Fahrgäste hat die Bahn?", [(["people"], False)]),
        ("Wann wurde die Strecke eröffnet?", [(["date"], False)]),
        ("Warum brach der Absatz ein?", [([], True)]),
        ("Wie lange dauert der Bau?", [(["duration"], False)]),
        ("Combien coûte la ligne et combien de voyageurs transporte-t-elle ?", [(["money"], False), (["people"], False)]),
        ("Quand la ligne a-t-elle ouvert ?", [(["date"], False)]),
        ("Pourquoi le projet a-t-il pris du retard ?", [([], True)]),
        ("Quel est le prix moyen d'un billet ?", [(["money"], False)]),
        ("¿Cuánto cuesta un autobús y cuál es el presupuesto?", [(["money"], False), (["money"], False)]),
        ("¿Cuántos viajeros tiene el metro?", [(["people"], False)]),
        ("¿Cuándo se inauguró el metro?", [(["date"], False)]),
        ("¿Por qué subió la deuda?", [([], True)]),
        ("Quanto costa una pompa di calore?", [(["money"], False)]),
        ("Quanti passeggeri ha la metropolitana?", [(["people"], False)]),
        ("Quando è stata inaugurata la linea?", [(["date"], False)]),
        ("Perché il progetto è in ritardo?", [([], True)]),
        ("Qual è il prezzo medio di un biglietto?", [(["money"], False)]),
        ("Quanto custa um ônibus e quantos passageiros transporta?", [(["money"], False), (["people"], False)]),
        ("Quando foi inaugurado o metrô?", [(["date"], False)]),
        ("Por que a obra atrasou?", [([], True)]),
        ("Quanto tempo demora a viagem?", [(["duration"], False)]),
    ],
)
def test_what_a_question_wants_is_known(question: str, wanted: list[tuple[list[str], bool]]) -> None:
    assert kinds(question) == wanted
    assert all(want.sure for want in wants(question))


@pytest.mark.parametrize(
    ("question", "things"),
    [
        ("Ist eine Wärmepumpe besser als eine Gasheizung?", ("Wärmepumpe", "Gasheizung")),
        ("Wärmepumpe oder Gasheizung: Was ist billiger?", ("Wärmepumpe", "Gasheizung")),
        ("Quelle est la différence entre le TGV et l'avion ?", ("TGV", "avion")),
        ("¿Qué es mejor, un autobús eléctrico o uno de gasóleo?", ("autobús eléctrico", "gasóleo")),
        ("Was ist billiger, Gas oder Öl?", ("Gas", "Öl")),
        ("Qual è la differenza tra il treno e l'aereo?", ("treno", "aereo")),
        ("È meglio una stufa o una caldaia?", ("stufa", "caldaia")),
        ("O que é melhor, um carro elétrico ou um ônibus?", ("carro elétrico", "ônibus")),
        ("Costi e sicurezza delle batterie", ()),
        ("Quanto custa a linha e quantos passageiros transporta?", ()),
        ("Kosten und Sicherheit von Batterien", ()),
        ("Combien coûte la ligne et combien de voyageurs transporte-t-elle ?", ()),
    ],
)
def test_the_things_that_a_question_compares_are_known(question: str, things: tuple[str, ...]) -> None:
    assert rivals(question) == things
    assert contrasts(question) == bool(things)


@pytest.mark.parametrize(
    ("question", "about"),
    [
        ("Was kostet eine Wärmepumpe?", "Wärmepumpe"),
        ("¿Cuánto cuesta un autobús eléctrico?", "autobús eléctrico"),
        ("Combien coûte une ligne à grande vitesse ?", "ligne grande vitesse"),
        ("Quanto costa una pompa di calore?", "pompa calore"),
        ("Quanto custa um ônibus elétrico?", "ônibus elétrico"),
    ],
)
def test_the_subject_is_what_is_left_of_a_question(question: str, about: str) -> None:
    assert subject(question) == about
    assert specific(question) == []


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("de|Was kostet eine Wärmepumpe?", "36.300 Euro"),
        ("fr|Combien coûte une ligne à grande vitesse ?", "7,8 milliards"),
        ("fr|Pourquoi le projet de ligne vers Toulouse a-t-il pris du retard ?", "parce que le financement"),
        ("es|¿Cuánto cuesta un autobús eléctrico?", "520.000 euros"),
        ("it|Quanto costa una pompa di calore?", "12.500 euro"),
        ("pt|Quanto custou a nova linha de metrô?", "3,2 bilhões"),
        ("pt|Por que a obra do metrô atrasou?", "porque o financiamento"),
    ],
)
def test_an_abstract_opens_with_the_answer(question: str, answer: str, tmp_path: Path) -> None:
    language, asked_for = question.split("|")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "page.md").write_text(PAGES[language], "utf-8")
    made = research(
        asked_for, docs=tmp_path / "docs", settings={"output": {"root": str(tmp_path / "logs")}, "sandbox": {"use": []}}
    )
    abstract = Path(made.report_path).read_text("utf-8").split("\n## ")[1]
    first = sentences(body := abstract.split("\n", 1)[1].strip())[0]
    assert answer in body[first.start : first.end]


@pytest.mark.parametrize(
    "sentence",
    [
        "Sie kostet leicht 60.000 Euro.",
        "Außerdem war Gas billiger.",
        "Elle a ouvert en 1981.",
        "Cette ligne est chère.",
        "Además es cara.",
        "Questa linea è cara.",
        "Inoltre costa di più.",
        "No entanto, a obra atrasou.",
        "Mas a linha é cara.",
    ],
)
def test_a_sentence_that_points_back_does_not_stand_alone(sentence: str) -> None:
    assert dangles(sentence)
    assert not dangles("Ma Ying-jeou was elected in 2008.") and not dangles("La linea costa 12.500 euro.")
    assert not dangles("Es gibt 77 Häuser.") and not dangles("Il y a 48 gares.") and not dangles("Die Stadt kostet Geld.")


@pytest.mark.parametrize(
    "question", ["What did Eugene O'Neill and Arthur Miller write about?", "How long are the Oder and the Elbe?"]
)
def test_words_of_these_languages_are_not_heard_in_english_names(question: str) -> None:
    assert not contrasts(question)


def test_a_part_that_depends_on_something_is_no_share() -> None:
    assert not kinds("Which part depends on the climate?")
    assert kinds("Quelle part de la production est solaire ?") == [(["percent"], False)]
