import { type Client, connect } from "../../platform/client.ts";
import type { MethodContext } from "../../platform/context.ts";
import { failureOf, PlatformFailure } from "../../platform/failure.ts";
import { type RateSeen, rateSeen } from "../../platform/rate_seen.ts";
import { type ServerClock, serverClock } from "./server_clock.ts";
import { Stop } from "./stop.ts";

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
