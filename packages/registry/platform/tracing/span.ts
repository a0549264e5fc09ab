/** What a span may say: few values of each, and nothing that somebody sent. */
export type SpanFacts = Readonly<Partial<Record<SpanFact, string | number | undefined>>>;

/** Everything that spans of the registry say, with what it is. */
export const SPAN_FACTS = {
  "http.request.method": "GET, HEAD, POST, PUT, DELETE, PATCH, OPTIONS or _OTHER",
  "http.route": "The row or the pattern that answered, never the path",
  "http.response.status_code": "Of an answer: the client's, a service's or the bucket's",
  "svc.request.id": "As in the log",
  "svc.caller": "Kind of caller: anonymous, session, personalKey, collectiveToken, …",
  "db.system.name": "sqlite or postgresql",
  "db.operation.name": "select, insert, update, delete, begin, commit, rollback or other",
  "db.collection.name": "The first table that the statement names",
  "svc.job": "The kind of the job",
  "svc.job.attempt": "Which attempt",
  "svc.service": "Host of the outside service, as the settings have it",
  "error.type": "The code of the refusal, or the kind of the failure",
} as const;

/** The name of something that spans say. */
export type SpanFact = keyof typeof SPAN_FACTS;

/** What kinds of work have spans. */
export type SpanName = "request" | "query" | "job" | "lookup" | "bucket" | "analysis";

/** Work that has ended. */
export interface Ended {
  milliseconds: number;
  failed: boolean;
}

/** Makes spans. */
export interface Spans {
  /** Does `work` in a span, of the trace of this moment or of the one that `traceparent` names. */
  around<Result>(
    name: SpanName,
    facts: SpanFacts,
    work: (say: (facts: SpanFacts) => void) => Promise<Result>,
    traceparent?: string | null,
  ): Promise<Result>;
  /** Makes the span of what has just ended; none outside of another span. */
  past(name: SpanName, facts: SpanFacts, ended: Ended): void;
  /** What names the work of this moment to others (W3C Trace Context). */
  current(): string | undefined;
}

let spans: Spans | undefined;

/** From now on spans are made by `made`; by nobody when that is undefined. */
export function traceWith(made: Spans | undefined): void {
  spans = made;
}

/** Does `work` in a span where traces are made, and just does it elsewhere. */
export function inSpan<Result>(
  name: SpanName,
  facts: SpanFacts,
  work: (say: (facts: SpanFacts) => void) => Promise<Result>,
  traceparent?: string | null,
): Promise<Result> {
  return spans === undefined ? work(nobody) : spans.around(name, facts, work, traceparent);
}

/** As {@link Spans.current}; undefined where no traces are made. */
export function currentTrace(): string | undefined {
  return spans?.current();
}

/** As {@link Spans.past}; `facts` is asked only where traces are made. */
export function pastSpan(name: SpanName, ended: Ended, facts: () => SpanFacts): void {
  if (spans !== undefined) spans.past(name, facts(), ended);
}

function nobody(): void {}
