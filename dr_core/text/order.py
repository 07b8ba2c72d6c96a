"""Sentences of a page that give orders to the machine that reads it: no evidence of anything, and in the room of some.

This is no guard against them, that no order of a page is followed is seen to elsewhere. Told of in quotation marks, as an article
about such attacks does, they are a text like any other: what gives an order begins with it.
"""

from __future__ import annotations

import re

from dr_core.pattern import regex

LONGEST = 2_000
"""Characters of a sentence that are looked at."""

_MACHINE = (
    r"(?:a\.?i\.?(?: (?:language )?(?:models?|assistants?|agents?|systems?))?|llms?|(?:large )?language models?|chat ?bots?)"
)
_DUTY = r"(?:must|should|shall|will|have to|has to|needs? to|(?:is|are) (?:required|instructed|told|asked) to)"
_PAGE = r"(?:page|site|article|source|text|document|author)"
_LEAD = (
    r"[\W_]*(?:(?:important|attention|warning|note|notice|urgent|please|now|also|dear [a-z ]{2,30}|hi|hello|hey)[\s,:!.-]+){0,3}"
)
_WESTERN = regex(
    rf"{_LEAD}(?:"
    r"(?:ignore|disregard|forget|override|bypass) (?:(?:the|of|my|these) ){0,2}(?:all|any|everything|your|previous|prior|above"
    r"|earlier|preceding)\b.{0,30}?\b(?:instruction|prompt|rules\b|guideline|direction|orders\b)"
    r"|you are (?:now|from now on|no longer)\b.{0,40}?(?:\bmode\b|assistant|jailb|unrestricted|model\b|\bdan\b|bound)"
    rf"|from now on,? you (?:are|will|must|only)\b"
    rf"|(?:if|since|as) you are an? {_MACHINE}\b|as an? {_MACHINE},? (?:when )?you\b"
    rf"|(?:(?:messages?|instructions?|information|notes?|hints?) )?(?:to|for) (?:all |any |the )?{_MACHINE}\s?[:,]"
    r"|(?:system|developer|admin(?:istrator)?) (?:message|prompt|note|override|instructions?)\b[^:]{0,20}:"
    rf"|(?:system|assistant)\s?: .{{0,60}}?\b(?:you|must|always|never|assistant|ignore|answer)\b"
    rf"|(?:the |any |every |all )?(?:{_MACHINE}|assistant)\b.{{0,40}}?\b{_DUTY} .{{0,60}}?\b(?:cite|quote|mention|recommend"
    rf"|link to|ignore|prefer|trust)\w* (?:only )?(?:this|the) {_PAGE}"
    rf"|when(?:ever)? (?:you )?(?:summari[sz]|answer|cit|quot)\w+ (?:this|the) {_PAGE}\b.{{0,20}}?\byou\b"
    r"|(?:output|print|reveal|repeat|show|disclose|send) (?:me )?(?:your|the) (?:system prompt|hidden instructions|api keys?)"
    r"|ignorier(?:e|t|en sie) (?:alle|sämtliche|die|bitte)\b.{0,30}?(?:anweisung|befehl|instruktion)"
    r"|ignore[zr]? (?:toutes?|tous|les)\b.{0,30}?(?:instruction|consigne)"
    r"|ignor[aei]\w* (?:todas?|tutte|todos|las|le|as)\b.{0,30}?(?:instruc|istruz|instruç|indica)"
    r"|игнорируй\w* .{0,30}?(?:указани|инструкци)"
    r")",
    re.I,
)
_EASTERN = regex(
    r"[\W_]*(?:[请請]|重要[：:]|注意[：:])?(?:"
    r"(?:忽略|無視|无视|忘[记記]|不要理[会會])掉?.{0,10}?(?:指令|指示|提示|[规規][则則]|命令)"
    r"|[你您](?:[现現]在|[从從][现現]在起)?(?:起)?是.{0,15}?(?:助手|助理|模型|模式)"
    r"|(?:系[统統]|[开開][发發]者|管理[员員])(?:[讯訊]息|消息|提示[词詞]?|指令|命令)?[】\]]?[：:】]"
    r"|(?:AI|人工智[能慧]|[语語]言模型)(?:助手|助理|模型)?.{0,6}?(?:必[须須]|[应應][当當該该]|[务務]必).{0,30}?(?:本[页頁文站]|此[页頁文])"
    r"|(?:これまで|以前|以上|上記|前|すべて|全て)の.{0,10}?(?:指示|命令|プロンプト|ルール).{0,8}?(?:無視|忘れ)"
    r"|あなたは(?:今|これから|もう).{0,20}?(?:モード|アシスタント|モデル)"
    r"|(?:システム|管理者|開発者)(?:プロンプト|メッセージ|指示|命令)[：:]"
    r"|(?:이전|앞|위|지금까지)의?.{0,8}?(?:지시|명령|프롬프트).{0,6}?무시"
    r"|시스템\s?(?:메시지|프롬프트|명령)\s?[:：]"
    r")",
    re.I,
)
_TOKENS = regex(
    r"[<‹]\|?(?:im_(?:start|end)|(?:start|end)_header_id|eot_id|(?:start|end)_of_turn)\|?[>›]|\[/?(?:INST|SYSTEM_PROMPT)\]"
    r"|[<‹]{2}/?SYS[>›]{2}"
)
_QUOTED = "\"“„«‘'「『《"


def is_order(sentence: str) -> bool:
    """Whether a sentence, unless it stands in quotation marks, tells a machine what to do."""
    line = sentence.strip()[:LONGEST]
    if line[:1] in _QUOTED:
        return False
    if _WESTERN.match(line) or (not line.isascii() and _EASTERN.match(line)):
        return True
    return any(sign in line for sign in "[<‹") and bool(_TOKENS.search(line))
