import type { Decision } from "./decide.ts";
import type { Facts } from "./facts.ts";
import { sameLogin } from "./activity.ts";

/** A pull request in the queue. */
export interface Entry {
  facts: Facts;
  decision: Decision;
  /** Those of the reviewers' handles whose turn it is. */
  own: string[];
  /** A label speaks of security. */
  security: boolean;
}

/** An entry, with what its order depends on. */
export function entryOf(facts: Facts, decision: Decision, handles: readonly string[]): Entry {
  const own = handles.filter((handle) => decision.turn.some((one) => sameLogin(one, handle)));
  return { facts, decision, own, security: facts.labels.some(isSecurity) };
}

/** Own duties first, then security, then the oldest, then the lowest number. */
export function inOrder(one: Entry, other: Entry): number {
  return Number(other.own.length > 0) - Number(one.own.length > 0) ||
    Number(other.security) - Number(one.security) ||
    compare(one.facts.createdAt, other.facts.createdAt) ||
    one.facts.number - other.facts.number;
}

/** Whether a label says `security` as a word of its own: `security`, `type: Security`, `area/security`. */
function isSecurity(label: string): boolean {
  return /(?<![a-z])security(?![a-z])/i.test(label);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
