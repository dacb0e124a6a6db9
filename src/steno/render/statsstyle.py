"""How the page of figures looks.  Colours are named once for light and once for dark."""

from typing import Final

STYLE: Final = """
:root{color-scheme:light dark;--bg:#f6f6f4;--surface:#fff;--line:#e9e8e4;--edge:#d6d5cf;--text:#1d1d1b;--text-2:#55544f;
--text-3:#6c6b65;--failure:#bb2d23;--loss:#94470c;--s1:#2f3d57;--s2:#6788c4;--s3:#8f8d80;--s4:#c9c7bc;--worked:#b3b2ab}
@media(prefers-color-scheme:dark){:root{--bg:#121315;--surface:#18191c;--line:#27292e;--edge:#373a41;--text:#e7e7e4;
--text-2:#a9abb0;--text-3:#8e9198;--failure:#ff8d82;--loss:#f0a36a;--s1:#d3dced;--s2:#7d9bd6;--s3:#85847b;--s4:#4b4d52;
--worked:#5c5f66}}
*{box-sizing:border-box;margin:0}
body{background:var(--surface);color:var(--text);font:13px/1.45 Inter,ui-sans-serif,system-ui,-apple-system,"Segoe UI",
Cantarell,"Noto Sans","DejaVu Sans",sans-serif;font-variant-numeric:tabular-nums}
main{max-width:1280px;margin:0 auto;padding:24px}
header{display:flex;gap:12px;align-items:baseline;flex-wrap:wrap;margin-bottom:16px}
h1{font-size:16px;font-weight:600}h2{font-size:14px;font-weight:600;padding-bottom:8px}
header p,section>p,.budget{color:var(--text-2)}
.budget{margin:12px 2px 0}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:1px;background:var(--edge);
border:1px solid var(--edge);border-radius:8px;overflow:hidden;margin:0}
.cards div{background:var(--surface);padding:12px 14px}
.cards b{display:block;font-size:22px;font-weight:600;line-height:1.3}
.cards p{color:var(--text-2);font-size:12px}
section{margin-top:28px;min-width:0;position:relative}
.two{display:grid;grid-template-columns:3fr 2fr;gap:0 32px}
.legend{display:flex;flex-wrap:wrap;gap:2px 14px;font-size:12px;padding-bottom:10px}
.legend i{display:inline-block;width:9px;height:9px;border-radius:2px;margin-right:5px}
.chart{display:grid;grid-template-columns:auto 1fr;gap:4px 8px}
.chart svg{width:100%;height:180px;display:block;overflow:visible}
.scale{display:flex;flex-direction:column;justify-content:space-between;height:180px;margin:-8px 0;height:196px}
.scale,.labels{color:var(--text-3);font-size:11px;line-height:16px;text-align:right}
.labels{grid-column:2;display:flex;justify-content:space-between;margin-top:4px}
.lines line{stroke:var(--line);stroke-width:1;vector-effect:non-scaling-stroke}
.ground{fill:transparent}g:hover>.ground{fill:var(--line)}
.s1{fill:var(--s1);background:var(--s1)}.s2{fill:var(--s2);background:var(--s2)}.s3{fill:var(--s3);background:var(--s3)}
.s4{fill:var(--s4);background:var(--s4)}.worked{fill:var(--worked);background:var(--worked)}
.bad{fill:var(--failure);background:var(--failure)}
table{width:100%;border-collapse:collapse}
th{color:var(--text-3);font-size:12px;font-weight:400}
th,td{border-top:1px solid var(--line);padding:5px 0 5px 16px;text-align:right;white-space:nowrap}
th:first-child,td:first-child{text-align:left;padding-left:0}
.name{max-width:0;width:30%;overflow:hidden;text-overflow:ellipsis}
.code{font:12px ui-monospace,"SF Mono","JetBrains Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
.wide{width:34%}.two .name{width:60%}
.bar{width:100%;height:8px;display:block}
.failed{color:var(--failure)}.reason{padding-left:16px;overflow-wrap:anywhere}
section>p{margin-top:6px;font-size:12px}
@media(max-width:720px){main{padding:16px 12px}.two{display:block}.more,.wide{display:none}.name{width:50%}
.cards{grid-template-columns:1fr 1fr}th,td{padding-left:10px}}
@media print{body{background:#fff}section{break-inside:avoid}}
"""
