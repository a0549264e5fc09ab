import type { Random } from "../random/mod.ts";

/** How large a repository is. */
export interface Size {
  pulls: number;
  issues: number;
  /** Comments and remarks at lines together. */
  comments: number;
  people: number;
  /** Commits of the base branch. */
  commits: number;
}

/** 5,000 pull requests, 20,000 issues and 100,000 comments at scale 1. */
export const sizeAt = (scale: number): Size => ({
  pulls: Math.max(10, Math.round(5_000 * scale)),
  issues: Math.max(10, Math.round(20_000 * scale)),
  comments: Math.max(10, Math.round(100_000 * scale)),
  people: Math.max(10, Math.round(600 * Math.sqrt(scale))),
  commits: Math.max(30, Math.round(400 * Math.sqrt(scale))),
});

/** When the first issue was opened, and when everything that is made up has happened. */
export const BEGIN = Date.parse("2016-01-01T00:00:00Z");
export const END = Date.parse("2026-05-01T00:00:00Z");

/** An issue or pull request to be. */
export interface Subject {
  number: number;
  /** Milliseconds since 1970, whole seconds, growing with the number. */
  createdAt: number;
  author: string;
  pull: PullPlan | undefined;
  /** Whether it is still open. */
  open: boolean;
}

/** What a pull request is to be. */
export interface PullPlan {
  fate: "open" | "merged" | "closed";
  /** Which commit of the base branch it begins at. */
  from: number;
  /** The fork it came from is gone. */
  forkless: boolean;
}

/** The share of pull requests that are open, and the newest ones among which they are. */
const OPEN_SHARE = 0.06;
const OPEN_AMONG = 0.2;

/** Every issue and pull request, by number: one in five is a pull request. */
export function planSubjects(random: Random, size: Size, people: readonly string[]): Subject[] {
  const total = size.pulls + size.issues;
  const isPull = (number: number) =>
    Math.floor((number * size.pulls) / total) > Math.floor(((number - 1) * size.pulls) / total);
  const pulls = Array.from({ length: total }, (_, index) => index + 1).filter(isPull);
  const newest = pulls.slice(-Math.max(12, size.pulls * OPEN_AMONG));
  const open = new Set(random.some(newest, Math.max(6, size.pulls * OPEN_SHARE)));
  let before = BEGIN;
  return Array.from({ length: total }, (_, index): Subject => {
    const number = index + 1;
    const time = BEGIN + Math.floor(((END - BEGIN) * index) / total / 1000) * 1000;
    // Some are opened in the exact second of the one before.
    const createdAt = random.percent(5) ? before : Math.max(before, time);
    before = createdAt;
    const author = random.pick(people);
    if (!isPull(number)) {
      return { number, createdAt, author, pull: undefined, open: random.percent(15) };
    }
    const fate = open.has(number) ? "open" : random.percent(75) ? "merged" : "closed";
    const latest = Math.max(1, Math.floor((size.commits * number) / total));
    const from = Math.max(0, latest - 1 - random.below(5));
    const forkless = random.percent(fate === "open" ? 15 : 60);
    return { number, createdAt, author, open: fate === "open", pull: { fate, from, forkless } };
  });
}
