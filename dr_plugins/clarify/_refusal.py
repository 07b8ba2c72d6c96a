"""Wishes that no research can fulfil: a poem, a switched-off light, a deleted file.

Only a plain order is refused: the whole text must be the order, with the verb in the imperative and an object that nobody
researches. "How are poems written?" is a question, and "write a paper on poems" a report.
"""

from __future__ import annotations

import re

from dr_core.pattern import regex
from dr_core.text.han import fold

LONGEST = 80
"""Longer texts hold more than an order; they are never refused."""

_POLITE = r"(?:(?:please|hey|hi|ok|now|just|kindly|(?:can|could|would|will) you(?: please)?|i (?:want|need) you to)[, ]+)*"
_MAKE = r"(?:write|compose|tell|sing|make up|draw|paint|recite)"
_WORK = (
    r"(?:poem|poetry|haiku|limerick|sonnet|song|lullaby|song lyrics|joke|riddle|love letter|bedtime story|fairy tale|short story|"
    r"picture|portrait|cartoon)s?"
)
_MINE = r"(?:my|the|all(?: of)?(?: my| the)?|this|these|those|that)"
_OWNED = r"(?:files?|folders?|disks?|drives?|e-?mails?|photos?|documents?)"
_BOOKED = r"(?:flight|ticket|table|hotel|room|pizza|taxi|cab)s?"
_OPENED = r"(?:apps?|browser|computer|laptop|phone|doors?|windows?)"
_ENGLISH = tuple(
    regex(rf"{_POLITE}{order}(?:[, ]+(?:please|now|for me|right away|thanks))*", re.IGNORECASE)
    for order in (
        rf"{_MAKE} (?:(?:me|us) )?(?:(?:a|an|some|the|another) )?(?:\w+ )?{_WORK}(?: (?:about|for|on|of|to) .*)?",
        rf"(?:delete|erase|remove|format|rename|wipe) {_MINE} (?:\w+ )?{_OWNED}",
        r"(?:turn|switch) (?:on|off) (?:the|my|all(?: the)?) [\w ]+",
        r"(?:turn|switch) (?:the|my|all(?: the)?) [\w ]+ (?:on|off)",
        r"(?:set|cancel) (?:an?|the|my) (?:\w+ )?(?:alarms?|timers?|reminders?)(?: .*)?",
        r"(?:send|forward) (?:an?|the|my|this) (?:e-?mail|message|text|sms)(?: .*)?",
        rf"(?:book|order|reserve|buy) (?:(?:me|us) )?(?:an?|some|the|my) (?:\w+ )?{_BOOKED}(?: .*)?",
        r"(?:play|put on) (?:(?:me|us) )?(?:(?:some|a|the|my) )?(?:\w+ )?(?:music|songs?|playlist|video)",
        rf"(?:open|close|launch|restart|shut down|reboot|lock) (?:the|my) (?:\w+ )?{_OPENED}",
        r"call (?:me a (?:cab|taxi)|my (?:mom|mum|dad|mother|father|wife|husband|boss))",
        r"do my homework(?: .*)?",
    )
)
_EUROPEAN = tuple(
    regex(rf"{order}(?: .*)?", re.IGNORECASE)
    for order in (
        r"(?:bitte )?(?:schreib|dichte|erzähl|sing|mal|zeichne|erfinde)e? (?:mir |uns )?(?:bitte )?(?:eine?n? )?(?:\w+ )?"
        r"(?:gedicht|haiku|lied|witz|rätsel|liebesbrief|gutenachtgeschichte|märchen|bild|kurzgeschichte)",
        r"(?:écri[st]|écrivez|compose|raconte|chante|dessine|invente)z?(?:[- ](?:moi|nous))? (?:une? |des )(?:\w+ )?"
        r"(?:poème|chanson|blague|devinette|lettre d['’]amour|conte|dessin|haïku)s?",
        r"(?:escrib[ae]|escríbe|compón|componga|cuenta|cuénta|canta|cánta|dibuja|dibúja|inventa)(?:me|nos)? una? (?:\w+ )?"
        r"(?:poema|canción|chiste|adivinanza|carta de amor|cuento|dibujo|haiku)",
        r"(?:scrivi|componi|racconta|canta|disegna|inventa)(?:mi|ci)? un[ao]? ?(?:\w+ )?"
        r"(?:poesia|canzone|barzelletta|indovinello|lettera d['’]amore|favola|fiaba|disegno|haiku)",
        r"(?:escrev[ae]|componha|cont[ae]|cant[ae]|desenh[ae]|invent[ae])(?:-me| para mim)? uma? (?:\w+ )?"
        r"(?:poema|canção|piada|adivinha|carta de amor|conto|desenho|haicai)",
        r"(?:bitte )?lösche? (?:alle )?(?:meine|die) (?:dateien|fotos|e-?mails)",
        r"(?:supprime|efface)z? (?:tous )?(?:mes|les) (?:fichiers|photos|e-?mails)",
        r"(?:borra|elimina|apaga|apague|exclua|cancella) (?:tod[oa]s |tutti )?(?:mis|los|las|i|le|meus|os) ?(?:miei )?"
        r"(?:archivos|fotos|correos|file|foto|arquivos|ficheiros|e-?mails?)",
    )
)
_CHINESE = tuple(
    regex(rf"(?:请|麻烦)?你?(?:能不能|可以|能)?(?:帮我|给我|替我|为我)?{order}(?:吧|吗|好吗|谢谢|给我)?")
    for order in (
        r"(?:写|作|编|画|讲|说|唱|来)(?:一)?(?:首|篇|个|段|封|幅|张)?(?:关于.{1,20}的)?(?:诗|诗歌|歌|歌词|情诗|情书|笑话|童话|睡前故事|谜语|图|画|小说)",
        r"(?:删除|删掉|清空|格式化)(?:我的|所有|全部|这些|那些|电脑里的)*(?:文件|文件夹|照片|邮件|硬盘)",
        r"把?(?:灯|电灯|空调|电视|窗户|门|音乐|窗帘)(?:给我)?(?:打开|关掉|关上|关了|开了|关闭|调低|调高)",
        r"(?:打开|关掉|关上|关闭|开|关)(?:一下)?(?:灯|电灯|空调|电视|窗户|门|窗帘)",
        r"(?:播放|放)(?:一)?(?:首|点|些)?.{0,6}(?:音乐|歌|歌曲)",
        r"(?:设|设置|定)(?:一)?个?.{0,8}(?:闹钟|提醒|计时器)",
        r"(?:订|预订|预定|买|叫)(?:一)?(?:张|个|份|辆)?.{0,10}(?:机票|车票|酒店|外卖|出租车|餐厅|披萨)",
        r"(?:发|发送|寄)(?:一)?(?:封|条)?(?:邮件|短信|信息|消息)给.{1,20}",
    )
)
_JAPANESE = regex(
    r"(?:(?:.{0,15}の)?(?:詩|俳句|短歌|歌|小説|ラブレター)を?(?:書|作|詠|歌)(?:いて|って|んで)"
    r"|(?:冗談|ジョーク|なぞなぞ)を?(?:言って|話して|教えて)|(?:.{0,10}の)?(?:絵|イラスト)を?描いて"
    r"|(?:電気|明かり|ライト|照明|エアコン|テレビ|暖房)を?(?:つけて|消して|点けて|オンにして|オフにして)"
    r"|(?:私の|すべての|全ての|この)?(?:ファイル|フォルダ|写真|メール)を?(?:全部)?(?:削除して|消して)"
    r"|.{0,8}(?:アラーム|タイマー)を?(?:セットして|かけて)|(?:音楽|曲)を?(?:かけて|流して|再生して)"
    r"|.{0,10}(?:航空券|ホテル|レストラン|タクシー)を?(?:予約して|呼んで)|.{0,12}(?:メール|メッセージ)を?送って)"
    r"(?:ください|下さい|くれ|くれる|ほしい|欲しい|よ|ね)?"
)
_KOREAN = regex(
    r"(?:(?:나에게 |저에게 )?(?:.{0,15} )?(?:시|동시|가사|소설|연애편지)(?:를|을)? ?(?:한 ?편 )?(?:써|지어|적어)"
    r"|(?:노래|음악)(?:를|을)? ?(?:불러|틀어|재생해)|(?:농담|수수께끼)(?:을|를)? ?(?:해|하나 해|말해)|그림(?:을)? ?그려"
    r"|(?:불|전등|에어컨|텔레비전|티비|조명)(?:을|를)? ?(?:켜|꺼)"
    r"|(?:내 |모든 |이 )?(?:파일|폴더|사진|메일)(?:을|를)? ?(?:모두 |다 )?(?:삭제해|지워)"
    r"|.{0,8}(?:알람|타이머)(?:을|를)? ?(?:맞춰|설정해)|.{0,10}(?:항공권|호텔|식당|택시)(?:을|를)? ?(?:예약해|불러)"
    r"|.{0,12}(?:메일|메시지|문자)(?:을|를)? ?보내) ?(?:줘|줘요|주세요|줄래|주라|라)?"
)


def is_order(text: str) -> bool:
    """Whether ``text`` (tidy) is an order to do something that is not research."""
    text = text.rstrip("?？!！ ")
    if not text or len(text) > LONGEST:
        return False
    folded = fold(text).replace(" ", "")
    return (
        any(pattern.fullmatch(text) for pattern in (*_ENGLISH, *_EUROPEAN))
        or any(pattern.fullmatch(folded) for pattern in _CHINESE)
        or bool(_JAPANESE.fullmatch(text) or _KOREAN.fullmatch(text))
    )
