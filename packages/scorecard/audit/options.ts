import type { Evidence } from "./evidence.ts";

/** Where the audit asks, and within what bounds. */
export interface AuditOptions {
  fetch: typeof globalThis.fetch;
  /** Base URL of OSV, e.g. `https://api.osv.dev`. */
  osvUrl: string;
  /** Base URL of the npm registry, e.g. `https://registry.npmjs.org`. */
  npmRegistryUrl: string;
  /** Base URL of the downloads API, e.g. `https://api.npmjs.org`. */
  npmDownloadsUrl: string;
  /** The time that ages and cache entries are measured against. */
  now: Date;
  /** Time for all look-ups together, in milliseconds. What is not answered by then is `notRun`. */
  budgetMs: number;
  signal?: AbortSignal;
  cache?: EvidenceCache;
}

/** Keeps evidence per dependency, so that a thousand extensions with one dependency ask once. */
export interface EvidenceCache {
  get(key: string): Promise<Evidence | undefined>;
  set(key: string, evidence: Evidence): Promise<void>;
}

/** The public services. */
export const PUBLIC_SERVICES = {
  osvUrl: "https://api.osv.dev",
  npmRegistryUrl: "https://registry.npmjs.org",
  npmDownloadsUrl: "https://api.npmjs.org",
} as const;

/** How long cached evidence stands, in milliseconds. */
export const EVIDENCE_LIFETIME_MS = 60 * 60_000;

/** Dependencies looked up at a time. */
export const CONCURRENCY = 5;

/** Time for one request, in milliseconds. */
export const REQUEST_MS = 15_000;
