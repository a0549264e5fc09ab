/** What pages of ours have in common: colours, type, header, forms, notices, tables. */
export const BASE_STYLE =
  `/* A machine's rating plate: concrete grey, ink, one signal yellow. System fonts, no images. */
:root {
  color-scheme: light dark;
  --field: var(--sheet);
  --page: #e9ecec;
  --sheet: #f9fafa;
  --sunk: #dfe4e4;
  --ink: #14181a;
  --ink-soft: #47525a;
  --line: #bcc5c8;
  --edge: #14181a;
  --link: #064a78;
  --signal: #ffcc00;
  --on-signal: #14181a;
  --good: #0a6236;
  --bad: #a8201a;
  --open: #6c5200;
  --good-wash: #d9eddf;
  --bad-wash: #f8dedb;
  --open-wash: #f6ebc8;
  --info-wash: #d9e8f2;
  --rivet: #8d989c;
  --sans: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Code", "Roboto Mono", "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #101315;
    --sheet: #181c1f;
    --sunk: #22282b;
    --ink: #e7ebec;
    --ink-soft: #a9b4b9;
    --line: #394247;
    --edge: #6d7a80;
    --link: #86c5f0;
    --good: #68cf95;
    --bad: #ff958c;
    --open: #eac455;
    --good-wash: #14301f;
    --bad-wash: #3d1a18;
    --open-wash: #35290a;
    --info-wash: #132a3a;
    --rivet: #586369;
  }
}
*,
*::before,
*::after {
  box-sizing: border-box;
}
html {
  text-size-adjust: 100%;
  scroll-padding-top: 1rem;
}
body {
  margin: 0;
  min-height: 100vh;
  display: flex;
  flex-direction: column;
  background: var(--page);
  color: var(--ink);
  font: 1rem/1.55 var(--sans);
  overflow-wrap: break-word;
}
main {
  flex: 1;
  width: 100%;
  max-width: 74rem;
  margin: 0 auto;
  padding: 1.5rem 1rem 4rem;
  outline: none;
}
h1,
h2,
h3,
h4 {
  line-height: 1.2;
  margin: 0 0 .6rem;
  text-wrap: balance;
  overflow-wrap: anywhere;
}
h1 {
  font-size: clamp(1.6rem, 1.2rem + 1.8vw, 2.3rem);
  letter-spacing: -.02em;
  font-weight: 750;
}
h2 {
  font-size: 1.2rem;
  letter-spacing: -.01em;
  margin-top: 2rem;
}
h3 {
  font-size: 1.05rem;
  margin-top: 1.4rem;
}
h4 {
  font-size: .95rem;
  margin-top: 1.2rem;
}
p,
ul,
ol,
dl,
table,
pre {
  margin: 0 0 .8rem;
}
/* What a stranger wrote in one of these cannot turn the direction of what follows it. */
a,
b,
code,
span {
  unicode-bidi: isolate;
}
a {
  color: var(--link);
  text-underline-offset: .18em;
  text-decoration-thickness: .07em;
}
a:hover {
  text-decoration-thickness: .16em;
}
code,
pre,
kbd {
  font-family: var(--mono);
  font-size: .9em;
  font-variant-ligatures: none;
}
code {
  overflow-wrap: anywhere;
}
:focus-visible {
  outline: 3px solid var(--link);
  outline-offset: 2px;
  border-radius: 2px;
}
.quiet {
  color: var(--ink-soft);
  font-size: .92rem;
}
.visually-hidden {
  position: absolute;
  width: 1px;
  height: 1px;
  margin: -1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
.skip-link {
  position: absolute;
  left: .5rem;
  top: -5rem;
  z-index: 2;
  padding: .6rem 1rem;
  background: var(--signal);
  color: var(--on-signal);
  font-weight: 700;
}
.skip-link:focus {
  top: .5rem;
}
.icon {
  width: 1em;
  height: 1em;
  vertical-align: -.12em;
  flex: none;
  fill: none;
  stroke: currentColor;
  stroke-width: 1.7;
  stroke-linecap: round;
  stroke-linejoin: round;
}
.site-header {
  background: var(--sheet);
  border-bottom: 2px solid var(--edge);
}
.site-header-row {
  max-width: 74rem;
  margin: 0 auto;
  padding: .6rem 1rem;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: .6rem 1.2rem;
}
.wordmark {
  font: 800 1.25rem/1 var(--mono);
  letter-spacing: .04em;
  color: var(--on-signal);
  text-decoration: none;
  padding: .45rem .8rem .55rem;
  border: 2px solid #14181a;
  border-radius: 6px;
  background: radial-gradient(circle at 5px 5px, #14181a 1.3px, transparent 1.8px),
    radial-gradient(circle at calc(100% - 5px) 5px, #14181a 1.3px, transparent 1.8px),
    radial-gradient(circle at 5px calc(100% - 5px), #14181a 1.3px, transparent 1.8px),
    radial-gradient(circle at calc(100% - 5px) calc(100% - 5px), #14181a 1.3px, transparent 1.8px),
    var(--signal);
}
.site-nav {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: .3rem 1.1rem;
  margin-left: auto;
}
.site-nav a {
  color: var(--ink);
  padding: .4rem 0;
  text-decoration: none;
  font-weight: 600;
}
.site-nav a:hover {
  text-decoration: underline;
}
input,
select,
button,
textarea {
  font: inherit;
  color: inherit;
}
input:not([type=hidden]):not([type=checkbox]),
select,
textarea {
  width: 100%;
  min-height: 2.6rem;
  padding: .45rem .65rem;
  background: var(--page);
  border: 1.5px solid var(--ink-soft);
  border-radius: 5px;
}
::placeholder {
  color: var(--ink-soft);
  opacity: 1;
}
a.button {
  text-decoration: none;
}
button,
.button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: .4rem;
  min-height: 2.6rem;
  padding: .45rem 1rem;
  background: var(--sheet);
  color: var(--ink);
  border: 1.5px solid var(--edge);
  border-radius: 5px;
  font-weight: 650;
  cursor: pointer;
}
button:hover {
  background: var(--sunk);
}
button.link {
  display: inline;
  min-height: 0;
  padding: 0;
  border: 0;
  background: none;
  color: var(--link);
  font-weight: 400;
  text-align: left;
  text-decoration: underline;
  text-underline-offset: .18em;
  overflow-wrap: anywhere;
}
button[hidden] {
  display: none;
}
button.primary,
a.primary {
  background: var(--signal);
  color: var(--on-signal);
  border-color: #14181a;
}
button.primary:hover,
a.primary:hover {
  background: #ffdb4d;
}
.form {
  display: grid;
  gap: 1.1rem;
  justify-items: start;
}
.form .field {
  width: 100%;
}
.field label {
  display: block;
  font-weight: 650;
  margin-bottom: .25rem;
}
.field-hint {
  color: var(--ink-soft);
  font-size: .9rem;
  margin: 0 0 .35rem;
}
.field-error {
  color: var(--bad);
  font-weight: 600;
  margin: .35rem 0 0;
}
.field-wrong input,
.field-wrong select,
.field-wrong textarea {
  border-color: var(--bad);
  border-width: 2px;
}
.narrow {
  max-width: 30rem;
  margin: 1rem auto;
}
.sheet,
.plate {
  --field: var(--page);
}
.sheet {
  background: var(--sheet);
  border: 1px solid var(--line);
  border-radius: 8px;
  padding: 1.1rem;
  margin-bottom: 1rem;
}
.notice {
  display: flex;
  gap: .7rem;
  padding: .8rem 1rem;
  margin-bottom: 1rem;
  border: 1px solid currentColor;
  border-left-width: 6px;
  border-radius: 5px;
  background: var(--info-wash);
}
.notice > .icon {
  margin-top: .3rem;
}
.notice > div {
  min-width: 0;
  flex: 1;
  color: var(--ink);
}
.notice p {
  margin: 0;
  overflow-wrap: anywhere;
}
.notice-title {
  font-weight: 700;
}
.notice-info {
  color: var(--link);
}
.notice-warning {
  background: var(--open-wash);
  color: var(--open);
}
.notice-error {
  background: var(--bad-wash);
  color: var(--bad);
}
.notice-success {
  background: var(--good-wash);
  color: var(--good);
}
.table-scroll {
  overflow-x: auto;
  margin-bottom: .8rem;
}
table {
  border-collapse: collapse;
  font-size: .92rem;
}
th,
td {
  text-align: left;
  vertical-align: top;
  padding: .4rem .8rem .4rem 0;
  border-bottom: 1px solid var(--line);
}
thead th {
  font: 500 .72rem/1.4 var(--mono);
  letter-spacing: .05em;
  text-transform: uppercase;
  color: var(--ink-soft);
}
`;
