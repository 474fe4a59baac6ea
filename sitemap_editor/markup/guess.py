"""What encoding bytes are in that nothing names: a guess, and called one.

General detectors need more text than a sitemap has: a few titles or one raw address. So each
encoding people still use is tried on the words with foreign letters, and judged by how usual
those letters are in the languages it is used for. Where that finds nothing, charset-normalizer
has its say.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass

from charset_normalizer import from_bytes

from sitemap_editor.markup import charsets

_AREA = 1 << 18
_MAX_WORDS = 400
_WORDS = re.compile(rb"[^\x00-\x20<>\"'/?&=]{0,20}[\x80-\xff][^\x00-\x20<>\"'/?&=]{0,60}")
_UTF8_CHARACTER = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)
_ASCII = bytes(range(128))

_CAPITAL = 0.85
_LARGEST_ALPHABET = 100
_GOOD, _SIGN, _BAD = 1.0, 0.6, -1.0
_ENOUGH = 0.3
"""A mean below this per foreign character is no text we know."""

_SIGNS = frozenset("«»“”„‘’‚–—…•·°©®™€§№¿¡ºª\u00a0")


@dataclass(frozen=True)
class _Candidate:
    """An encoding, letters usual in its languages, its script, and how common it is itself."""

    encoding: str
    usual: str
    script: str
    bias: float = 0.0


# Letters of the alphabets stand in the order of their frequency. The Latin ones go by language:
# a union of all would find its letters in any text.
_WESTERN = (
    "éèàêçôîâûùëïœ",  # French
    "üäöß",
    "óáíñéúü",  # Spanish
    "ãçáéíóêõâàúô",  # Portuguese
    "àèéùòì",  # Italian
    "äåöé",  # Swedish
    "øåæé",  # Danish, Norwegian
    "óèéçàíúïü",  # Catalan
)
_CENTRAL = (
    "łąężśóćńź",  # Polish
    "áíěéýčšžřůúťďňó",  # Czech
    "áéőóöüíúű",  # Hungarian
    "áéíčýšžľúťňôďäóŕĺ",  # Slovak
    "čšžćđ",  # Croatian, Slovene
)
_TURKISH = ("ıüşğçöİâî",)
_RUSSIAN = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфёіїєґъ"
_GREEK = "αοιετσνρηκςπλμίόάυέγδωήθύχφώβξζψϊ"
_HEBREW = "יוהלאמתברשנדקםעחפטסכגזצןךףץ"
_ARABIC = "الينمروتبةعدسفهكقأحجشطصخىذئزثضغءإظآؤ"
_THAI = "านรกอเวงมยลสดทตคบพปะัี่้ิหแชุไขจู์ใโำถผืซศธณ็ภฟษึๆญฝฮฎฐฉฆฬ"
_KANA = "".join(map(chr, range(0x3041, 0x30FF)))
_JAPANESE = _KANA + (
    "日本語人大年一国会中出東京時分生上月十行前気地高学市場新店員部町村県都道府動物事業公式内外"
    "社者情報観光最天予約料金案全品商住所電話旅館食"
)
_SIMPLIFIED = (
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过"
    "发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本"
    "前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很"
    "最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度"
    "门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电"
    "数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马"
    "科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万"
    "取拉格望觉术领共确传师观清今切院让识候带导争运店酒旅游闻产目录京预最京"
)
_TRADITIONAL = (
    "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過"
    "發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本"
    "前開但因只從想實日者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很"
    "最重並物手應向頭文體政美相見被利什二等產或新己制身果加西月話合回特代內信表化老給世位次度門任"
    "常先海通教原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活更別打女變四神總何電數安少報"
    "結反受目太量再感建務做接必場件計管期市直資命山金指許統區保至社便空決治展馬科司五基書非則聽白"
    "界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊該交規萬取格望覺術領共確傳師觀清今"
    "切院讓識候帶導爭運店酒旅遊聞產目錄台灣訊資"
)
_KOREAN = (
    "가각간감강개거것게겠경계고공과관광교구국군그금기김까나날남내년노는니다단달당대더데도동되된두드"
    "든들등때또라람래러런로록료루르른를름리린만많말매면명모목무문물미민바반발방배번법변별보복본부북"
    "분불비사산상새생서선설성세소속수순술스습시식신실심아안알약양어언업에여역연영예오온와외요용우운"
    "울원월위유으은을음의이인일임입있자작장재저적전정제조종주중지진집차참책처천청체초최추출카크타터"
    "텔통특파판편평포표품프하학한할함합해행험호화환활회후"
)

_CANDIDATES = (
    *(_Candidate("windows-1252", usual, "LATIN", 0.1) for usual in _WESTERN),
    _Candidate("windows-1251", _RUSSIAN, "CYRILLIC", 0.1),
    *(_Candidate("windows-1250", usual, "LATIN", 0.05) for usual in _CENTRAL),
    *(_Candidate("iso-8859-2", usual, "LATIN") for usual in _CENTRAL),
    *(_Candidate("windows-1254", usual, "LATIN", -0.05) for usual in _TURKISH),
    _Candidate("koi8-r", _RUSSIAN, "CYRILLIC"),
    _Candidate("windows-1253", _GREEK, "GREEK", -0.05),
    _Candidate("windows-1255", _HEBREW, "HEBREW", -0.05),
    _Candidate("windows-1256", _ARABIC, "ARABIC", -0.05),
    _Candidate("windows-874", _THAI, "THAI", -0.05),
    _Candidate("shift_jis", _JAPANESE, "CJK"),
    _Candidate("euc-jp", _JAPANESE, "CJK"),
    _Candidate("gb18030", _SIMPLIFIED, "CJK"),
    _Candidate("big5", _TRADITIONAL, "CJK"),
    _Candidate("euc-kr", _KOREAN, "HANGUL"),
    *(_Candidate("macintosh", usual, "LATIN", -0.3) for usual in _WESTERN),
    _Candidate("ibm866", _RUSSIAN, "CYRILLIC", -0.2),
)

_COUNTRIES = {
    "windows-1250": "cz sk pl hu hr si",
    "iso-8859-2": "cz sk pl hu hr si",
    "windows-1251": "ru ua by bg kz su",
    "koi8-r": "ru su",
    "windows-1253": "gr cy",
    "windows-1254": "tr",
    "windows-1255": "il",
    "windows-1256": "ae eg sa jo ma iq",
    "windows-874": "th",
    "shift_jis": "jp",
    "euc-jp": "jp",
    "gb18030": "cn",
    "big5": "tw hk",
    "euc-kr": "kr",
}
_HOST_ENDING = re.compile(rb"://[^/\s<>:]+\.([a-z]{2})[/:<\s]")
_AT_HOME = 0.25
"""Bias for an encoding of the country the site is in."""


def is_damaged_utf8(content: bytes, failed_at: int) -> bool:
    """Tell whether most of what is not ASCII around ``failed_at`` is UTF-8 nevertheless.

    Then the file is UTF-8 with some bytes broken or pasted in, and no other encoding.
    """
    near = content[max(0, failed_at - _AREA) : failed_at + _AREA].removeprefix(b"\xef\xbb\xbf")
    rest = _UTF8_CHARACTER.sub(b"", near)
    return len(near) - len(rest) > len(rest.translate(None, _ASCII))


def guess_encoding(content: bytes, failed_at: int) -> tuple[str, ...]:
    """Name encodings to try, the likeliest first; the last one reads any bytes."""
    sample = _sample(content, failed_at)
    country = _country(content)
    scores = dict.fromkeys((each.encoding for each in _CANDIDATES), float("-inf"))
    for each in _CANDIDATES:
        scores[each.encoding] = max(scores[each.encoding], _score(sample, each))
    for name, countries in _COUNTRIES.items():
        scores[name] += _AT_HOME if country in countries.split() else 0.0
    ranked = sorted(scores, key=lambda name: scores[name], reverse=True)
    names = [name for name in ranked if scores[name] >= _ENOUGH]
    if not names and (other := _second_opinion(sample)):
        names = [other]
    return (*dict.fromkeys((*names, "windows-1252", "iso-8859-1")),)


def _country(content: bytes) -> str:
    found = Counter(_HOST_ENDING.findall(content[:_AREA]))
    return found.most_common(1)[0][0].decode() if found else ""


def _sample(content: bytes, failed_at: int) -> bytes:
    """Words with foreign bytes, one a line."""
    start = max(0, failed_at - 200)
    found = _WORDS.finditer(content, start, start + _AREA)
    return b"\n".join(match[0] for match, _ in zip(found, range(_MAX_WORDS), strict=False))


def _score(sample: bytes, candidate: _Candidate) -> float:
    """How usual the foreign characters are, from -1 to 1 each, when read as ``candidate``."""
    try:
        text = sample.decode(charsets.codec_of(candidate.encoding))
    except UnicodeDecodeError:
        return float("-inf")
    usual = _worths(candidate.usual)
    total, count, before = 0.0, 0, "\n"
    for character in text:
        if character > "\x7f":
            count += 1
            total += _worth(character, before, usual, candidate.script)
        elif candidate.script != "LATIN" and character.isalpha() and before > "\x7f":
            total -= 0.5  # one word in two scripts
        before = character
    return total / count + candidate.bias if count else float("-inf")


def _worths(usual: str) -> dict[str, float]:
    """From 1 for the most frequent letter down; the many signs of East Asia all count 1."""
    step = min(0.03, 1 / len(usual)) if len(usual) < _LARGEST_ALPHABET else 0.0
    return {letter: _GOOD - step * rank for rank, letter in enumerate(usual)}


def _worth(character: str, before: str, usual: dict[str, float], script: str) -> float:
    if character in _SIGNS:
        return _BAD / 2 if before.isalpha() and before > "\x7f" and script == "LATIN" else _SIGN
    if not character.isalpha() and character not in usual:
        return _BAD
    worth = usual.get(character) or _CAPITAL * usual.get(character.lower(), 0.0)
    if character.isupper() and before.islower():
        worth -= 1.5  # a capital inside a word
    if script == "LATIN" and before.isalpha() and before > "\x7f":
        worth -= 0.5  # accents seldom stand side by side
    if script not in ("LATIN", "CJK") and before.isalpha() and before <= "\x7f":
        worth -= 0.5
    if not _is_of(character, script):
        worth -= 0.5
    return worth


def _is_of(character: str, script: str) -> bool:
    name = unicodedata.name(character, "")
    return script in name or (script == "CJK" and name.startswith(("HIRAGANA", "KATAKANA")))


def _second_opinion(sample: bytes) -> str | None:
    best = from_bytes(sample).best()
    name = charsets.canonical(best.encoding) if best else None
    return None if name is None or name.startswith(("utf-16", "utf-32")) else name
