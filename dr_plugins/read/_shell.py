"""Script shells: pages whose text is drawn by their scripts, and which hold next to nothing before those have run."""

from __future__ import annotations

import re

from dr_core.pattern import regex

LITTLE = 250
NEXT_TO_NOTHING = 100
"""Letters of text: with a notice that scripts are needed, and without one."""

_WIDE = regex(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SCRIPT = regex(r"<script\b", re.I)
# The places that the common frameworks fill: React, Vue, Angular, Next, Nuxt, Gatsby, Svelte, Ember.
_MOUNT = regex(
    r"<(?:div|main|section)\b[^>]{0,300}?\bid\s*=\s*[\"']?(?:root|app|__next|__nuxt|___gatsby|svelte|app-root|react-root|ember)"
    r"[\"'\s>]|<app-root[\s>]|\bng-app\b|\bdata-reactroot\b",
    re.I,
)
_NOTICE = regex(
    r"(?i)(?:enable|turn on|requires?|needs?|without|activate|allow|support)[^.\n]{0,40}java\s?script"
    r"|java\s?script[^.\n]{0,60}(?:enable|disabled|required|turned off|not available|activ|désactiv|erforderlich|habilit)"
    r"|(?:启用|啟用|开启|開啟|打开|打開)[^\n]{0,20}javascript|javascript[^\n]{0,20}(?:启用|啟用|有効|無効|禁用|停用|사용|활성)"
)


def is_shell(page: str, text: str) -> bool:
    """Whether ``page``, of which ``text`` is all that could be read, waits for its scripts."""
    if len(text) >= LITTLE:
        return False
    told = len(text) + 2 * len(_WIDE.findall(text))  # a character of Chinese says as much as three letters
    if told >= LITTLE or not _SCRIPT.search(page):
        return False
    return bool(_NOTICE.search(text) or (told < NEXT_TO_NOTHING and _MOUNT.search(page)))
