"""Formulas of a page as a line of text."""

from __future__ import annotations

import pytest
from lxml import html as lxml_html

from dr_plugins.read._math import formula
from dr_plugins.read.html import Html

PROSE = (
    "Sales of heat pumps rose in most countries, according to the agency. The growth was led by the north, where prices fell. "
)


def written(markup: str) -> str:
    return formula(lxml_html.fromstring(f"<p><math{markup if markup.startswith(' ') else '>' + markup}</math></p>")[0])


@pytest.mark.parametrize(
    ("markup", "words"),
    [
        ("<msup><mi>x</mi><mn>2</mn></msup>", "x^2"),
        ("<mfrac><mi>a</mi><mi>b</mi></mfrac>", "a/b"),
        ("<mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mn>2</mn></mfrac>", "(a + 1)/2"),
        ("<mn>3</mn><mfrac><mn>1</mn><mn>2</mn></mfrac>", "3 1/2"),
        ("<mn>12</mn><mn>34</mn>", "12 34"),
        ("<msup><mn>10</mn><mn>6</mn></msup>", "10⁶"),
        ("<msup><mn>10</mn><mrow><mo>−</mo><mn>3</mn></mrow></msup><mn>5</mn>", "10⁻³ 5"),
        ("<mi>x</mi><mo>=</mo><mo>−</mo><mn>3</mn>", "x = −3"),
        ("<mi>x</mi><mo>−</mo><mn>3</mn>", "x − 3"),
        ("<msup><mi>e</mi><mrow><mi>k</mi><mo>+</mo><mn>1</mn></mrow></msup><mn>5</mn>", "e^(k + 1) 5"),
        ("<msup><mi>x</mi><mn>2</mn></msup><mn>3</mn>", "x^2 3"),
        ("<mi>E</mi><mo>=</mo><mi>m</mi><mo>&#8290;</mo><msup><mi>c</mi><mn>2</mn></msup>", "E = m c^2"),
        ("<mi>y</mi><mo>=</mo><mn>2</mn><mi>x</mi><mo>-</mo><mn>1.5</mn>", "y = 2x - 1.5"),
        ("<msub><mi>x</mi><mn>1</mn></msub><mo>,</mo><msub><mi>x</mi><mn>2</mn></msub>", "x_1, x_2"),
        ("<msqrt><mi>a</mi><mo>+</mo><mi>b</mi></msqrt>", "√(a + b)"),
        ("<semantics><mi>x</mi><annotation encoding='application/x-tex'>x</annotation></semantics>", "x"),
        ("<mi>sin</mi><mi>x</mi>", "sin x"),
        (" alttext='{\\displaystyle \\frac{a}{b}}'>", "a/b"),
        (" alttext='x^{2}'>", "x^2"),
        ("", ""),
    ],
)
def test_a_formula_is_a_line(markup: str, words: str) -> None:
    assert written(markup) == words


def test_a_formula_without_end_is_read_all_the_same() -> None:
    assert "x" in written("<mrow>" * 150 + "<mi>x</mi>" + "</mrow>" * 150)


@pytest.mark.parametrize(
    ("markup", "words"),
    [
        ("The area is <math><msup><mi>x</mi><mn>2</mn></msup></math> here.", "The area is x^2 here."),
        ("It is 5<math><mn>12</mn></math>7 long.", "It is 5 12 7 long."),
        (
            'It holds <span><span class="mwe-mathml" style="display: none;"><math><mi>x</mi><mo>=</mo><mn>1</mn></math>'
            '</span><img src="a.svg" alt="x=1"></span>, as is known.',
            "It holds x = 1, as is known.",
        ),
        (
            '<span class="katex"><span class="katex-mathml"><math><msup><mn>10</mn><mn>6</mn></msup></math></span>'
            '<span class="katex-html" aria-hidden="true">106</span></span> tons are sold.',
            "10⁶ tons are sold.",
        ),
    ],
)
def test_a_page_is_read_with_its_formulas(markup: str, words: str) -> None:
    page = f"<html><body><article><p>{PROSE}</p><p>{markup} {PROSE}</p></article></body></html>"
    text = Html().read(page.encode(), "https://example.org/a", "text/html; charset=utf-8").text
    assert words in text
    assert "106" not in text
