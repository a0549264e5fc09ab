import { type Bucket, BUCKETS } from "./decide.ts";
import type { Facts } from "./facts.ts";
import type { Entry } from "./order.ts";

/** One pull request of the queue as data. */
export interface QueueItem
  extends Omit<Facts, "labels" | "assignees" | "requested" | "reviewers" | "failing" | "missing"> {
  reasons: string[];
  turn: string[];
  /** Those of `reviewerHandles` whose turn it is. */
  own: string[];
  security: boolean;
  idleDays: number | null;
  ready: boolean;
}

/** Characters of items at most: svc keeps a report's JSON up to 5 million. */
const LIMIT = 4_500_000;

/** The items, bucket by bucket, and the numbers of those that no longer fit. */
export function withinLimit(
  sorted: Readonly<Record<Bucket, readonly Entry[]>>,
  limit: number = LIMIT,
): { buckets: Record<Bucket, QueueItem[]>; beyond: Record<string, number[]> } {
  const buckets = {} as Record<Bucket, QueueItem[]>;
  const beyond: Record<string, number[]> = {};
  let length = 0;
  for (const bucket of BUCKETS) {
    buckets[bucket] = [];
    for (const entry of sorted[bucket]) {
      const item = itemOf(entry);
      length += JSON.stringify(item).length + 1;
      if (length <= limit) buckets[bucket].push(item);
      else (beyond[bucket] ??= []).push(entry.facts.number);
    }
  }
  return { buckets, beyond };
}

function itemOf({ facts, decision, own, security }: Entry): QueueItem {
  const {
    labels: _,
    assignees: _a,
    requested: _r,
    reviewers: _w,
    failing: _f,
    missing: _m,
    ...rest
  } = facts;
  const { reasons, turn, idleDays, ready } = decision;
  return { ...rest, reasons, turn, own, security, idleDays, ready };
}
