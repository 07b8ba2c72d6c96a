"""Sentences that no report should quote: navigation, banners, share and copyright lines, breadcrumbs, broken fragments."""

from __future__ import annotations

import re

from dr_core.pattern import regex
from dr_core.text.cue import Cues
from dr_core.text.language import script_counts
from dr_core.text.token import CJK, count_words

LONGEST_WORDS = 120
"""A "sentence" of more words (CJK: four times as many characters) is a run of things that were never a sentence."""

SHORT = 28
"""A sentence of more words that mentions a cookie policy is about it; a shorter one is one."""

LONGEST_CHARACTERS = 2000
"""Nothing longer is looked at."""

_ENGLISH = (  # each alternative names the letters by which it is looked for: see text.cue
    r"cookies? (?:policy|settings|preferences|consent|notice)|(?:use|uses|using|accept|reject|manage) (?:all |our )?cookies",
    r"hello everyone|welcome (?:back )?to (?:my|our|the)\b.{0,30}(?:blog|channel|guide|site)|hi,? (?:everyone|guys|friends)\b",
    r"(?:value|respect|care about) your privacy",
    r"privacy policy|terms of (?:use|service)|all rights reserved|copyright (?:©|\(c\)|\d{4})",
    r"subscribe (?:to|for|now|today|here)",
    r"sign up (?:to|for|now|today|here)\b.{0,40}(?:newsletter|updates|free|account|alerts)",
    r"register (?:to|for|now|today|here)\b.{0,40}(?:newsletter|updates|free|account|alerts)",
    r"sign ?in (?:to|or|with)\b|log ?in (?:to|or|with)\b|newsletter sign",
    r"contact us (?:to|for|at|today|now)|get in touch with us|request (?:a|your) (?:free )?(?:quote|demo)\b",
    r"book (?:a|your) (?:free )?(?:demo|consultation|appointment|test drive)",
    r"share (?:this|on) |follow us|like us on|click (?:here|to)\b",
    r"read (?:more|also|next)\b|learn more\W*$|see also:|related (?:articles?|posts?|stories|content|topics)|recommended for you",
    r"skip to (?:main )?content|back to top|previous (?:article|post|page)|next (?:article|post|page)",
    r"table of contents|leave a (?:comment|reply)",
    r"add to cart|your (?:browser|email address)|enable javascript|javascript is (?:disabled|required)",
    r"verify you are (?:a )?human",
    r"this page (?:uses|is protected|requires)|this (?:web)?site (?:uses|is protected|requires)",
    r"^advertisement\b|sponsored content|download (?:the )?(?:app|pdf)",
    r"image (?:credit|source|caption)|photo(?:graph)? (?:by|credit|:)|getty images|from wikipedia, the free",
    r"retrieved \d|isbn [\dx-]",
    r"\d+[- ]min(?:ute)?s? read\b|^read(?:ing)? time\b.{0,4}\d|^share:\s",
    r"^(?:declarations? of )?(?:conflicts? of|competing) interests?: (?:none|no\b|nil)|^funding: (?:none|no\b|nil)",
    r"^posted (?:on|by|in) |^published (?:on|by) .{0,30}$",
    r"last (?:updated|modified|edited) (?:on|by|:|\d)",
)
_CHINESE = (
    r"版权所有|版權所有|著作權所有|保留所有权利|保留一切權利|未经.{0,8}(?:许可|授权)|未經.{0,8}(?:許可|授權)|轉載請|转载请|责任编辑|責任編輯",
    r"(?:使用|接受|同意|启用|啟用).{0,6}cookie|cookie.{0,4}(?:政策|设置|設定|设定)|隐私(?:权)?政策|隱私(?:權)?政策|用户协议|使用條款|服务条款|服務條款",
    r"点击(?:这里|此处|查看|下载|阅读)|點擊(?:這裡|此處|查看|下載)|點我|扫码|扫描.{0,6}二维码|掃描.{0,6}碼|关注(?:我们|公众号|微信)|追蹤我們|微信公众号",
    r"^(?:[大]家好|哈[囉罗]|[歡欢]迎[來来]到)|(?:今天|本篇|這篇|这篇)[^，。]{0,6}(?:要|[來来]|帶|带|[為为])[^，。]{0,6}(?:教|介[紹绍]|分享|聊)",
    r"免[责責][声聲]明|如有侵[权權]|侵[权權][^，。]{0,6}(?:删除|刪除)|分享(?:到|至|給|给|本文)|(?:登录|登入|注册|註冊)(?:后|後|/|账号|帳號|会员|會員)|下载(?:APP|客户端)|上一篇|下一篇|返回(?:首页|首頁|顶部|頂部)",
    r"(?:[歡欢]迎|敬[请請])[^，。]{0,16}(?:[预預][约約]|致[电電]|[咨諮][询詢]|[订訂選选][购購]|[试試]乘|光[临臨]|垂[询詢]|[联聯][系繫])|[订訂][购購][热熱][线線]",
    r"相关(?:阅读|文章|推荐|新闻)|相關(?:閱讀|文章|推薦|新聞)|延伸閱讀|阅读全文|閱讀全文|查看更多|了解更多\W*$",
)
_JAPANESE = (
    r"無断転載|転載禁止|cookie.{0,4}を(?:使用|利用)|プライバシーポリシー|利用規約|会員登録|ログイン(?:する|して|はこちら)|関連記事|続きを読む",
    r"^(?:皆さん、?|みなさん、?)?こんにちは|(?:この|本)記事では|こちらをクリック|詳しくはこちら|お問い合わせ(?:は|先|ください)|お気軽に(?:ご|お)|シェアする|フォローする|ページの先頭|トップページへ|メルマガ",
)
_KOREAN = (
    r"무단\s?전재|재배포\s?금지|저작권자|개인정보\s?(?:처리|취급)방침|이용약관|로그인(?:하|이|\s?후)|회원가입|구독(?:하기|신청)|공유하기",
    r"^안녕하세요|(?:이번|오늘) (?:글|포스팅)|관련\s?기사|기사\s?더보기|더\s?보기|바로가기|쿠키를?\s?(?:사용|허용)",
)
_PHRASES = Cues(_ENGLISH, lead=r"\b")
_PHRASES_CJK = regex("|".join(_CHINESE + _JAPANESE + _KOREAN), re.I)
_COPYRIGHT = regex(r"^\W*(?:©|\(c\)\s*\d{4}|copyright\b)", re.I)
_CRUMBS = regex(r"(?:(?:[^>›»|/·\n]|(?<!\s)·){1,30}(?:\s*[>›»|]|\s·)\s*){2,}|(?:\S{1,20}\s/\s){2,}")
"""The middle dot only behind a space: within words it stands in names and between things that are listed (A·B·C 노선)."""
_LINK = regex(r"https?://\S+|\]\([^)]*\)|www\.\S+")
_MARKS = r"(?:\s?(?:\\?[\[［【]\d{1,3}(?:[-,]\d{1,3})*\\?[\]］】]|[⁰¹²³⁴-⁹]{1,3}))*"
_TERMINAL = regex(rf"[.!?。！？…｡．⋯][\"'”’」』）)\]】\*_]*{_MARKS}\s*$")
_NOUN_END = regex(r"[다요음함임됨]$")
_BROKEN_START = regex(r"^\s*[,;:)\]}，、；：）」』】》。！？]")
_ELLIPSIS_END = regex(r"(?:\.\.\.|…|\[…\]|\[\.\.\.\])\s*$")
_CJK_CHAR = regex(rf"[{CJK}]")
_LETTERS = regex(r"[^\W_]+")
_DIGITS = regex(r"\d+")
_ASCII_DIGITS = b"0123456789"
_ORDINARY = regex(r"[A-Z][A-Za-z0-9 ,.;:'%$()-]*[A-Za-z0-9%)][.!?]")
_CRUMB_SIGNS = regex(r"[>›»|·]|\s/\s")
_TITLE_WORD = regex(r"\b[A-Z][\w’'-]*")
_LOWER_WORD = regex(r"(?<![\w’'-])[a-z]")


def is_junk(sentence: str) -> bool:
    """Whether ``sentence`` is no sentence worth quoting, in whatever language."""
    line = sentence.strip()
    if not line or len(line) > LONGEST_CHARACTERS:
        return True
    if _ORDINARY.fullmatch(line):  # most sentences there are: nothing in it but words, figures and points
        words = line.split()
        if _too_many_digits(line, len(line)) or (not _is_prose(line, words) and _western(line)):
            return True
        return _PHRASES.any(line, words) and count_words(line) <= SHORT
    if line.startswith(("#", "|", ">", "```", "![")) or _BROKEN_START.match(line):
        return True
    counts = script_counts(line)
    eastern = counts.kana + counts.han + counts.hangul
    is_eastern = eastern * 3 >= counts.other and eastern > 0
    if is_boilerplate(line) or _mostly_symbols(line):
        return True
    if _ELLIPSIS_END.search(line) and not re.search(r"……\s*$", line):
        return True  # cut off by whoever made the page
    if not _TERMINAL.search(line[-80:]) and not (counts.hangul > 4 and _NOUN_END.search(line)):
        return True
    if is_eastern:
        size = len(_CJK_CHAR.findall(line))
        return size < 6 or count_words(line) > LONGEST_WORDS * 4 or _unbalanced(line)
    return _western(line)


def is_boilerplate(line: str) -> bool:
    """Whether a line serves the page it stands on: a notice, a greeting, a way to other pages."""
    if _COPYRIGHT.match(line) or (_CRUMB_SIGNS.search(line) and _CRUMBS.search(line)):
        return True
    if len(line) <= 70 and not line.isascii() and _PHRASES_CJK.search(line):
        return True
    return _PHRASES.any(line) and count_words(line) <= SHORT


def _mostly_symbols(line: str) -> bool:
    bare = _LINK.sub("", line) if "//" in line or "](" in line or "www." in line else line
    letters = sum(map(len, _LETTERS.findall(bare)))
    visible = sum(map(len, line.split())) or 1
    return letters < visible * 0.5 or _too_many_digits(bare, letters)


def _too_many_digits(line: str, letters: int) -> bool:
    if line.isascii():
        digits = len(line) - len(line.encode().translate(None, _ASCII_DIGITS))
    else:
        digits = sum(map(len, _DIGITS.findall(line)))
    return digits > 8 and digits > letters * 0.5


def _is_prose(line: str, words: list[str]) -> bool:
    """Whether an ordinary line has so many plain words in small letters that ``_western`` has nothing against it; told sooner."""
    if len(words) > LONGEST_WORDS or _unbalanced(line):
        return False
    missing = max(6, (len(words) + 3) // 4)
    for word in words:
        if word.islower() and word.isalpha():
            missing -= 1
            if not missing:
                return True
    return False


def _western(line: str) -> bool:
    words = count_words(line)
    if words < 4 or words > LONGEST_WORDS or _unbalanced(line):
        return True
    if line[0].islower() and words < 12:
        return True  # the end of something that was cut
    if words < 6:
        return False
    lower = len(_LOWER_WORD.findall(line))
    if lower == 0 and "," not in line:
        return True  # SHOUTING or A Title In Capitals
    return lower * 4 < words and len(_TITLE_WORD.findall(line)) > 3 * max(lower, 1)


def _unbalanced(line: str) -> bool:
    """A bracket or quotation that never closes, or was never opened: the sentence lost a part."""
    if line.isascii():
        return line.count("(") != line.count(")")
    return any(line.count(pair[0]) != line.count(pair[1]) for pair in ("()", "（）", "「」", "『』", "“”", "【】", "《》"))
