/** The one stylesheet of the pages. */
export const STYLE =
  `:root{color-scheme:light dark;--paper:#fff;--ink:#1a1a1a;--link:#0b57d0;--line:#8886;--soft:#8882;--good:#1a7f37;--bad:#c62828;--busy:#0b62c4}
@media(prefers-color-scheme:dark){:root{--paper:#151515;--ink:#ececec;--link:#8ab4ff;--good:#5fd28a;--bad:#ff8a80;--busy:#8ab8ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
header{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;padding:.75rem 1rem;border-bottom:1px solid var(--line)}
.brand{font-weight:700;margin:0}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem;flex:1}
nav a[aria-current]{font-weight:700}
header form{margin:0}
main{max-width:72rem;margin:0 auto;padding:1rem}
main:focus{outline:none}
h1{font-size:1.5rem;overflow-wrap:anywhere;margin:.5rem 0}
h2{font-size:1.15rem;margin:1.75rem 0 .5rem}
a{color:var(--link)}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td{overflow-wrap:break-word;max-width:24rem}
@media(min-width:40.01rem){td{min-width:7rem}}
time{white-space:nowrap}
pre{background:var(--soft);padding:.75rem;overflow-x:auto;border-radius:.25rem;margin:.5rem 0}
pre.log{max-height:32rem;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem}
dt{font-weight:600}
dd{margin:0;overflow-wrap:anywhere}
.succeeded{color:var(--good)}.failed,.interrupted{color:var(--bad)}.running,.queued{color:var(--busy)}
.soft{opacity:.85}
.error{border-left:.25rem solid var(--bad);padding-left:.75rem}
button,input{font:inherit;padding:.35rem .75rem}
input{width:100%;max-width:36rem}
label{display:block;font-weight:600}
.skip{position:absolute;left:-999rem}
.skip:focus{left:1rem;top:.5rem;background:var(--paper);padding:.5rem}
@media(max-width:40rem){dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}}
`;
