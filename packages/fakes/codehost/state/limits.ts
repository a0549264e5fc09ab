import type { Clock } from "./time.ts";

/** Kinds of calls with a limit of their own. */
export type Resource = "core" | "search" | "code_search" | "graphql";

/** How much of a limit is used. */
export interface Budget {
  limit: number;
  used: number;
  /** When it starts again, in milliseconds since 1970. */
  resetAt: number;
}

/** How a call over a limit is refused: the platform does it in all of these ways. */
export interface LimitManner {
  status: 403 | 429;
  /** Whether the answer says when to come back: `x-ratelimit-*` or `retry-after`. */
  headers: boolean;
}

/** The limit on bursts: calls are refused whatever is left of the hourly one. */
export interface SecondaryLimit extends LimitManner {
  /** Seconds to wait, when headers are sent. */
  retryAfter: number;
  /** Calls that are refused before it ends. */
  times: number;
}

/** The limits of calls, counted for each account; null is the caller without a token. */
export interface Limits {
  /** How calls over the hourly limit are refused. */
  manner: LimitManner;
  /** False on servers where nothing is limited: no headers then, and `/rate_limit` is 404. */
  enabled: boolean;
  of(caller: string | null, resource: Resource): Budget;
  /** Counts a call. False when nothing was left for it. */
  spend(caller: string | null, resource: Resource): boolean;
  /** Takes a count back: an unchanged answer is free. */
  refund(caller: string | null, resource: Resource): void;
  /** Sets how much of a limit an account has used, until it starts again. */
  set(caller: string | null, resource: Resource, budget: Partial<Budget>): void;
  /** Refuses the next calls as bursts. */
  slowDown(limit: Partial<SecondaryLimit>): void;
  /** The planned limit on bursts, if the present call runs into it. Counts the call. */
  slowed(): SecondaryLimit | undefined;
}

/** Calls in one window without and with a token, and the window's seconds. */
const USUAL: Readonly<
  Record<Resource, readonly [anonymous: number, known: number, window: number]>
> = {
  core: [60, 5000, 3600],
  search: [10, 30, 60],
  code_search: [10, 10, 60],
  graphql: [0, 5000, 3600],
};

/** Full budgets for everyone, refused in the manner the platform prefers. */
export function createLimits(clock: Clock): Limits {
  const budgets = new Map<string, Budget>();
  let secondary: SecondaryLimit | undefined;

  function current(caller: string | null, resource: Resource): Budget {
    const key = `${resource} ${caller ?? ""}`;
    const known = budgets.get(key);
    if (known && known.resetAt > clock.now()) return known;
    const [anonymous, usual, window] = USUAL[resource];
    const limit = known?.limit ?? (caller === null ? anonymous : usual);
    const fresh = { limit, used: 0, resetAt: clock.now() + window * 1000 };
    budgets.set(key, fresh);
    return fresh;
  }

  return {
    manner: { status: 403, headers: true },
    enabled: true,
    of: current,
    spend(caller, resource) {
      const budget = current(caller, resource);
      if (budget.used >= budget.limit) return false;
      budget.used += 1;
      return true;
    },
    refund: (caller, resource) => void (current(caller, resource).used -= 1),
    set: (caller, resource, budget) => void Object.assign(current(caller, resource), budget),
    slowDown(limit) {
      secondary = { status: 403, headers: true, retryAfter: 60, times: 1, ...limit };
    },
    slowed() {
      if (!secondary || secondary.times < 1) return undefined;
      secondary.times -= 1;
      return secondary;
    },
  };
}

/** The limit that a path's calls count against. */
export function resourceOf(path: string): Resource {
  if (path === "/search/code") return "code_search";
  if (path.startsWith("/search/")) return "search";
  return path === "/graphql" ? "graphql" : "core";
}
