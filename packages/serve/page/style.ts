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
  overflow-wrap: break-word;
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
@media (min-width: 40.01rem) {
  td {
    min-width: 7rem;
  }
}
@media (max-width: 40rem) {
  dl {
    grid-template-columns: 1fr;
  }
  dd {
    margin-bottom: .5rem;
  }
}
`;
