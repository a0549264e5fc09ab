import { setTimeout } from "node:timers/promises";
import { Octokit } from "npm:@octokit/core@7.0.8";
import { throttling } from "npm:@octokit/plugin-throttling@11.0.5";
import { apiBaseUrl } from "./base_url.ts";
import { cancelling } from "./cancelling.ts";
import type { MethodContext } from "./context.ts";
import type { SendRequest } from "./operations.ts";
import { type Paging, paging } from "./pages.ts";
import { requestManners } from "./request_manners.ts";
import { followReads, httpTransport, isRead, onlyTo, type Transport } from "./transport.ts";

/**
 * The platform's own client library, with typed routes, paging, retries and rate-limit manners. It
 * is the same for the API ({@link connect}) and for the local client (`gh.ts`).
 */
export interface Client extends Paging, Pick<Octokit, "graphql" | "hook"> {
  request: SendRequest & Pick<Octokit["request"], "endpoint">;
}

/** Longest wait for a rate limit before giving up, in seconds. */
const LONGEST_WAIT_SECONDS = 30;

const Platform = Octokit.plugin(requestManners, paging, retryReads, throttling);

/** What a client needs to know. */
export interface ConnectOptions {
  /** The extension's name without its collective, for the `User-Agent`. */
  extension: string;
  /** Whose signal and log are used. */
  context: Pick<MethodContext, "signal" | "logger">;
  /** Sent with each request; none makes an anonymous client. */
  token?: string | undefined;
  /** Address of another API; see `apiBaseUrl`. */
  baseUrl?: string | undefined;
  /** Told of every answer, also of those that are followed or asked for again. */
  seen?: ((answer: { status: number; headers: Headers }) => void) | undefined;
  /** False for a transport that asks nobody, and so need not wait between calls. */
  paced?: boolean;
}

/**
 * A client for the API over https, bound to the run's signal.
 *
 * @throws PlatformFailure `wrong_base_url` when the address cannot be one.
 */
export function connect(options: ConnectOptions): Client {
  const baseUrl = apiBaseUrl(options.baseUrl);
  return openClient(options, baseUrl, onlyTo(baseUrl, watched(httpTransport, options.seen)));
}

/** A transport whose answers are told of. */
function watched(send: Transport, seen: ConnectOptions["seen"]): Transport {
  if (seen === undefined) return send;
  return async (url, request) => {
    const answer = await send(url, request);
    seen(answer);
    return answer;
  };
}

/** A client whose requests go to `baseUrl` through `send`. */
export function openClient(
  { extension, context, token, paced = true }: ConnectOptions,
  baseUrl: string,
  send: Transport,
): Client {
  const waitOnce = (retryAfter: number, _options: unknown, _client: unknown, count: number) => {
    const waits = count === 0 && retryAfter <= LONGEST_WAIT_SECONDS;
    if (waits) context.logger.warn("rate limited, waiting {seconds} s", { seconds: retryAfter });
    return waits;
  };
  const run = cancelling(context.signal);
  const client = new Platform({
    auth: token,
    baseUrl,
    extension,
    run,
    paced,
    waiting(seconds: number) {
      context.logger.info("waiting {seconds} s, the platform accepts no more calls this minute", {
        seconds,
      });
    },
    request: {
      signal: context.signal,
      fetch: (url: string, init: Parameters<Transport>[1]) => followReads(send, url, init),
    },
    // The library's own console lines would mix with the run's log.
    log: { debug() {}, info() {}, warn() {}, error() {} },
    throttle: {
      onRateLimit: waitOnce,
      onSecondaryRateLimit: waitOnce,
      ...limiters(context.signal),
    },
  });
  // The last hook is the outermost: it also ends what waits for a limit to pass.
  client.hook.wrap("request", (request, options) => {
    return run.outcome(options, async () => await request(options));
  });
  return client;
}

/** Milliseconds before a read is tried again. */
const PAUSE_MS = 1000;

/** Statuses of answers that may be another one the next time: no answer counts as 500. */
function mayPass(status: unknown): boolean {
  return typeof status === "number" && (status >= 500 || status === 408);
}

/**
 * A plugin of the client library that tries a read again when the platform failed or did not
 * answer. A write is not repeated: it may have taken effect.
 */
function retryReads(client: Octokit): Record<never, never> {
  client.hook.wrap("request", async (request, options) => {
    try {
      return await request(options);
    } catch (error) {
      if (!isRead(options.method) || !mayPass((error as { status?: unknown }).status)) throw error;
      const { signal } = options.request as { signal?: AbortSignal };
      await setTimeout(PAUSE_MS, undefined, signal === undefined ? {} : { signal });
      return await request(options);
    }
  });
  return {};
}

type Job = (...args: unknown[]) => Promise<unknown>;

/** Says after how many milliseconds a job that failed is tried again, or nothing. */
type Failed = (error: unknown, info: { args: unknown[] }) => Promise<number | undefined>;

/**
 * Limiters in the place of the throttling plugin's own. Those work with timers and cost 12 ms of
 * waiting each, every request passes two, and pace and number of requests are kept elsewhere
 * (`callPace`, `writePace`, the callers' fan-outs). Searches keep the plugin's.
 *
 * @param signal ends the wait for a limit
 */
function limiters(signal: AbortSignal): Partial<Parameters<typeof throttling>[1]> {
  return { global: OPEN, write: OPEN, notifications: OPEN, retryLimiter: waiting(signal) };
}

/** Lets everything through at once. */
const OPEN = {
  key: () => ({ schedule: (_options: unknown, job: Job, ...args: unknown[]) => job(...args) }),
};

/** Asks the plugin, when a job fails, whether to wait and try again. */
function waiting(signal: AbortSignal) {
  let failed: Failed = () => Promise.resolve(undefined);
  return {
    on(_event: "failed", handler: Failed) {
      failed = handler;
    },
    async schedule(job: Job, ...args: unknown[]): Promise<unknown> {
      for (;;) {
        try {
          return await job(...args);
        } catch (error) {
          const pause = await failed(error, { args });
          if (pause === undefined) throw error;
          await setTimeout(pause, undefined, { signal });
        }
      }
    },
  };
}
