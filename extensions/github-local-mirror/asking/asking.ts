import { type Client, connect } from "../../platform/client.ts";
import type { MethodContext } from "../../platform/context.ts";
import { failureOf, PlatformFailure } from "../../platform/failure.ts";
import { circle, linkTo, PER_PAGE } from "../../platform/page.ts";
import { type RateSeen, rateSeen } from "../../platform/rate_seen.ts";
import type { STOP_REASONS } from "../outputs/mirror.ts";

/** An answer, whose content is not checked yet. */
export interface Answer {
  status: number;
  data: unknown;
  headers: { link?: string | undefined; etag?: string | undefined };
}

/** How a sync asks the platform: within its budget and the platform's limits. */
export interface Asking {
  /**
   * @param what reads like `the issues of octocat/app`
   * @param route of the published description, or `GET <address>` of a later page
   * @throws Stop when the budget or the allowance is used up; PlatformFailure for a refusal
   */
  get(what: string, route: string, parameters?: Record<string, unknown>): Promise<Answer>;
  /** Calls of the shared library under the same conditions. */
  by<T>(what: string, ask: (client: Client) => Promise<T>): Promise<T>;
  /** @throws Stop when the time for asking is over. */
  assertTime(): void;
  /** Whether the time for asking is over. */
  isOver(): boolean;
  seen: RateSeen;
  clock: ServerClock;
}

/** What an asking needs. */
export interface AskingOptions {
  context: Pick<MethodContext, "signal" | "logger">;
  baseUrl: string;
  token?: string | undefined;
  /** When to stop asking, by `performance.now()`. */
  deadline: number;
}

/** Longest rest of a limit that the client waits for, in milliseconds. */
const SHORT_REST_MS = 30_000;

/** Rest of a limit that no answer tells the end of, in milliseconds. */
const UNTOLD_REST_MS = 60_000;

/** Opens a client for one sync. */
export function startAsking({ context, baseUrl, token, deadline }: AskingOptions): Asking {
  const seen = rateSeen();
  const clock = serverClock();
  const client = connect({
    extension: "github-local-mirror",
    context,
    token,
    baseUrl,
    seen(answer) {
      seen.see(answer);
      clock.see(answer);
    },
  });
  const isOver = () => performance.now() >= deadline;
  const assertTime = () => {
    context.signal.throwIfAborted();
    if (isOver()) throw new Stop("budget");
  };

  /** A limit that is known to be used up is not asked again. */
  function assertAllowance(): void {
    const { rate } = seen;
    const now = clock.now();
    if (rate === null || rate.remaining > 0 || now === null) return;
    if (Date.parse(rate.resetAt) - now > SHORT_REST_MS) throw new Stop("rate-limit", rate.resetAt);
  }

  async function by<T>(what: string, ask: (client: Client) => Promise<T>): Promise<T> {
    assertTime();
    assertAllowance();
    try {
      return await ask(client);
    } catch (error) {
      context.signal.throwIfAborted();
      const failure = error instanceof Stop ? error : failureOf(error, what);
      if (failure instanceof PlatformFailure && failure.code === "rate_limited") {
        throw new Stop("rate-limit", failure.until ?? untold());
      }
      throw failure;
    }
  }

  function untold(): string {
    return new Date((clock.now() ?? Date.now()) + UNTOLD_REST_MS).toISOString();
  }

  return {
    by,
    assertTime,
    isOver,
    seen,
    clock,
    get: (what, route, parameters = {}) =>
      by(what, async (client) => {
        try {
          const { status, data, headers } = await client.request(route, parameters);
          return { status, data, headers };
        } catch (error) {
          if ((error as { status?: unknown } | null)?.status !== 304) throw error;
          return { status: 304, data: null, headers: {} };
        }
      }),
  };
}

/** Why a sync ends before everything was read. */
export type StopReason = typeof STOP_REASONS[number];

/** Ends a sync in good order: what was read is kept, and the next one goes on. */
export class Stop extends Error {
  readonly reason: Exclude<StopReason, "failed" | "cancelled">;
  /** When a rate limit ends, ISO 8601. */
  readonly resumeAt: string | null;

  constructor(reason: Stop["reason"], resumeAt: string | null = null) {
    super(`stopped by ${reason}`);
    this.reason = reason;
    this.resumeAt = resumeAt;
  }
}

/** The time of the host's servers, by their answers. Ours is not asked: it may be wrong. */
export interface ServerClock {
  /** Takes note of an answer. */
  see(answer: { headers: Headers }): void;
  /** Milliseconds since 1970 by the slowest server seen; null before an answer told. */
  now(): number | null;
  /** The same when the last answer came: that time has passed for certain. */
  told(): number | null;
}

/** A clock that no answer has set. @param passed milliseconds since some moment, replaced by tests */
export function serverClock(passed: () => number = () => performance.now()): ServerClock {
  let behind: number | null = null;
  let last = 0;
  return {
    see({ headers }) {
      const time = Date.parse(headers.get("date") ?? "");
      if (Number.isNaN(time)) return;
      last = passed();
      const offset = time - last;
      if (behind === null || offset < behind) behind = offset;
    },
    now: () => behind === null ? null : behind + passed(),
    told: () => behind === null ? null : behind + last,
  };
}

/** Pages of a list of one subject that are read at most: 2,000 entries. */
const PAGES_OF_DETAILS = 20;

/** A list that is read whole. */
export interface WholeList {
  items: unknown[];
  /** True when it was cut at its bound. */
  truncated: boolean;
}

/**
 * All entries of a short list, page by page.
 *
 * @throws PlatformFailure `unavailable` for an answer that is not a list, and for one without an end
 */
export async function wholeList(
  asking: Asking,
  what: string,
  route: string,
  parameters: Record<string, unknown>,
  maxPages = PAGES_OF_DETAILS,
): Promise<WholeList> {
  const items: unknown[] = [];
  const links = new Set<string>();
  let answer = await asking.get(what, route, { ...parameters, per_page: PER_PAGE });
  for (let page = 1;; page++) {
    items.push(...listOf(answer, what));
    const next = linkTo(answer.headers.link, "next");
    if (next === undefined) return { items, truncated: false };
    if (page === maxPages) return { items, truncated: true };
    if (links.has(next)) throw circle(what);
    links.add(next);
    answer = await asking.get(what, `GET ${next}`);
  }
}

/**
 * The entries of an answer, not yet looked at.
 *
 * @throws PlatformFailure `unavailable` when it is not a list
 */
export function listOf({ data }: Answer, what: string): unknown[] {
  if (Array.isArray(data)) return data;
  throw new PlatformFailure("unavailable", { what, reason: "the answer is not a list" });
}
