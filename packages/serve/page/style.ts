import { BASE_STYLE } from "@svc/http/page";

/** The one stylesheet of the pages. */
export const STYLE = `${BASE_STYLE}.site-nav a[aria-current] {
  text-decoration: underline;
  text-decoration-thickness: .16em;
}
table {
  width: 100%;
}
td {
  overflow-wrap: anywhere;
  max-width: 24rem;
}
time {
  white-space: nowrap;
}
pre {
  background: var(--sunk);
  padding: .75rem;
  overflow-x: auto;
  border-radius: 6px;
}
pre.log {
  max-height: 32rem;
  overflow: auto;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
dl {
  display: grid;
  grid-template-columns: max-content 1fr;
  gap: .25rem 1rem;
}
dt {
  font-weight: 650;
  overflow-wrap: anywhere;
}
dd {
  margin: 0;
  overflow-wrap: anywhere;
}
.succeeded {
  color: var(--good);
}
.failed,
.interrupted {
  color: var(--bad);
}
.running,
.queued {
  color: var(--link);
}
.succeeded,
.failed,
.interrupted,
.cancelled,
.running,
.queued {
  white-space: nowrap;
}
.rows {
  list-style: none;
  padding: 0;
}
.rows li {
  display: flex;
  flex-wrap: wrap;
  gap: .1rem 1rem;
  padding: .45rem 0;
  border-bottom: 1px solid var(--line);
}
.rows span {
  min-width: 0;
  overflow-wrap: anywhere;
}
.rows li > span:first-child {
  flex: 1 1 16rem;
}
.board {
  columns: 26rem 2;
  column-gap: 1rem;
  margin-bottom: 1rem;
}
.board > section {
  break-inside: avoid;
}
.filters {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr));
  gap: .8rem 1rem;
  align-items: end;
}
.one-field {
  grid-template-columns: minmax(0, 22rem) auto;
  justify-content: start;
}
.sheet > h2:first-child {
  margin-top: 0;
}
.filters .actions {
  margin: 0;
  align-items: center;
}
.times {
  margin: 0;
  padding-left: 1.3rem;
}
.pager {
  display: flex;
  flex-wrap: wrap;
  gap: .4rem 1.2rem;
}
figure {
  margin: 0 0 1rem;
}
figcaption {
  display: flex;
  flex-wrap: wrap;
  gap: .2rem 1rem;
  font-size: .92rem;
  margin-bottom: .25rem;
}
figure svg {
  display: block;
  width: 100%;
  height: 6rem;
  background: var(--sunk);
  border-radius: 6px;
}
.axis {
  fill: var(--ink-soft);
}
.bar-succeeded {
  fill: var(--good);
}
.bar-failed {
  fill: var(--bad);
}
.bar-cancelled,
.bar-longest {
  fill: var(--rivet);
}
.bar-median {
  fill: var(--link);
}
.actions {
  display: flex;
  flex-wrap: wrap;
  gap: .6rem;
  margin-bottom: .8rem;
}
pre.diff ins {
  color: var(--good);
  text-decoration: none;
}
pre.diff del {
  color: var(--bad);
  text-decoration: none;
}
.search label {
  align-self: center;
  font-weight: 650;
}
.search input:not([type=hidden]) {
  width: auto;
  flex: 1 1 12rem;
}
.search a {
  align-self: center;
}
#wrap:not(:checked) ~ pre.log {
  white-space: pre;
}
#wrap {
  margin-bottom: .6rem;
}
.line-number {
  color: var(--ink-soft);
  user-select: none;
}
mark {
  background: var(--signal);
  color: var(--on-signal);
}
.ansi-bold {
  font-weight: 700;
}
.ansi-red {
  color: var(--bad);
}
.ansi-green {
  color: var(--good);
}
.ansi-yellow {
  color: var(--open);
}
.ansi-blue {
  color: var(--link);
}
.ansi-magenta {
  color: light-dark(#7d1f77, #e59be0);
}
.ansi-cyan {
  color: light-dark(#00565f, #74d2dc);
}
.ansi-black {
  color: var(--ink-soft);
}
.field,
li {
  min-width: 0;
}
.field,
li,
p,
h1,
h2 {
  overflow-wrap: anywhere;
}
.tick {
  display: flex;
  align-items: baseline;
  gap: .6rem;
}
.notice ul {
  margin: .3rem 0 0;
  padding-left: 1.2rem;
}
textarea {
  font-family: var(--mono);
  font-size: .92rem;
}
@media (min-width: 40.01rem) {
  td {
    min-width: 7rem;
  }
}
@media (max-width: 40rem) {
  td {
    min-width: 5.5rem;
  }
  dl,
  .one-field {
    grid-template-columns: 1fr;
  }
  dd {
    margin-bottom: .5rem;
  }
}
`;
