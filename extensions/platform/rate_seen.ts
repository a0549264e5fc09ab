/** What answers tell of the calls that are left. */
export interface RateSeen {
  /** Requests that were answered, and those of them that were "not modified" and cost nothing. */
  requests: number;
  notModified: number;
  /** As the last answer with such headers told it; null before. */
  rate: { limit: number; remaining: number; resetAt: string } | null;
  /** Takes note of an answer. */
  see(answer: { status: number; headers: Headers }): void;
}

/** Counts answers and reads their headers about the limit; give `see` to `connect`. */
export function rateSeen(): RateSeen {
  const seen: RateSeen = {
    requests: 0,
    notModified: 0,
    rate: null,
    see({ status, headers }) {
      seen.requests += 1;
      if (status === 304) seen.notModified += 1;
      const limit = count(headers.get("x-ratelimit-limit"));
      const remaining = count(headers.get("x-ratelimit-remaining"));
      const reset = count(headers.get("x-ratelimit-reset"));
      if (limit === null || remaining === null || reset === null) return;
      seen.rate = { limit, remaining, resetAt: new Date(reset * 1000).toISOString() };
    },
  };
  return seen;
}

/** A whole number of seconds or calls; null for anything else. */
function count(text: string | null): number | null {
  return text !== null && /^\d{1,11}$/.test(text) ? Number(text) : null;
}
