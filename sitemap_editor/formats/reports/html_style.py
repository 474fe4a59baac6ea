"""How the HTML report looks: on a screen, light and dark, and on paper."""

STYLE = """
:root { color-scheme: light dark;
  --page: #f5f7f9; --card: #fff; --line: #e1e6eb; --text: #17202b; --dim: #586270;
  --accent: #0f766e; --error: #bf1d36; --warning: #8a5300; --info: #2c5cc5; --code: #eef2f5; }
@media (prefers-color-scheme: dark) { :root {
  --page: #15181d; --card: #1c2026; --line: #2b313a; --text: #e6e9ee; --dim: #a2acba;
  --accent: #2dbfae; --error: #ff8a93; --warning: #f3b04c; --info: #8fb1ff; --code: #282e37; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
header, main, footer { max-width: 68rem; margin: 0 auto; padding: 1.5rem 1.5rem 0; }
footer { padding-bottom: 2rem; color: var(--dim); }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .75rem; }
h2 { font-size: 1.25rem; margin: 1.5rem 0 .5rem; overflow-wrap: anywhere; }
h3 { font-size: 1.05rem; margin: 0 0 .25rem; }
h4 { font-size: .85rem; color: var(--dim); margin: 1rem 0 .1rem; }
p { margin: .25rem 0 .5rem; max-width: 46rem; }
a { color: var(--accent); }
code { font: .92em/1.4 ui-monospace, "SF Mono", Consolas, "DejaVu Sans Mono", monospace;
  background: var(--code); border-radius: 3px; padding: 0 .25em; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .5rem 0; }
dt { color: var(--dim); }
dd { margin: 0; overflow-wrap: anywhere; }
ul { margin: .25rem 0; padding-left: 1.25rem; }
.counts { list-style: none; display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; padding: 0;
  margin: .75rem 0; font-weight: 600; font-size: 1.1rem; }
.error { color: var(--error); } .warning { color: var(--warning); } .info { color: var(--info); }
.none, .dim { color: var(--dim); font-weight: 400; }
.rule { background: var(--card); border: 1px solid var(--line); border-radius: 8px;
  padding: 1.25rem; margin: 1rem 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; font-size: .93rem; }
caption { text-align: left; color: var(--dim); font-size: .85rem; padding-bottom: .25rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0;
  border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { color: var(--dim); font-weight: 600; white-space: nowrap; }
td.address { min-width: 18rem; }
td.value:not(:empty) { min-width: 8rem; }
td.number, th.number { text-align: right; white-space: nowrap; overflow-wrap: normal; width: 1%;
  font-variant-numeric: tabular-nums; }
.overview td:first-child { width: 9rem; }
.overview { background: var(--card); border: 1px solid var(--line); border-radius: 8px;
  padding: .75rem 1.25rem; }
@media print {
  :root { --page: #fff; --card: #fff; --line: #bbb; --text: #000; --dim: #444; --accent: #000;
    --error: #a0102a; --warning: #7a4a00; --info: #1d46a5; --code: #f2f2f2; }
  body { font-size: 10pt; }
  header, main, footer { max-width: none; padding-left: 0; padding-right: 0; }
  .rule, .overview { border: 0; border-top: 1px solid var(--line); border-radius: 0;
    padding: .75rem 0; }
  .scroll { overflow: visible; }
  tr, h1, h2, h3, h4 { break-inside: avoid; }
  h1, h2, h3, h4 { break-after: avoid; }
  thead { display: table-header-group; }
  .sources a::after { content: " (" attr(href) ")"; color: var(--dim); }
}
"""
