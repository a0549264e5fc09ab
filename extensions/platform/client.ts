import { Octokit } from "npm:@octokit/core@7.0.8";
import { type PaginateInterface, paginateRest } from "npm:@octokit/plugin-paginate-rest@16.0.0";
import { retry } from "npm:@octokit/plugin-retry@8.1.1";
import { throttling } from "npm:@octokit/plugin-throttling@11.0.5";
import type { MethodContext } from "./context.ts";
import { findToken } from "./token.ts";

/** The platform's own client library, with paging, retries and rate-limit manners. */
export type Client = Octokit & { paginate: PaginateInterface };

/** The public API, used unless `GITHUB_API_URL` names another. */
const PUBLIC_API = "https://api.github.com";

/** Longest wait for a secondary rate limit before giving up, in seconds. */
const LONGEST_WAIT_SECONDS = 30;

const Platform = Octokit.plugin(paginateRest, retry, throttling);

/**
 * A client for the configured API, holding the caller's token and bound to the run's signal.
 *
 * @throws Error when `GITHUB_API_URL` is not an http(s) URL, or when there is no token.
 */
export async function connect(context: MethodContext): Promise<Client> {
  const api = apiUrl(Deno.env.get("GITHUB_API_URL"));
  const auth = await findToken(api, context.signal);
  const waitOnce = (retryAfter: number, _options: unknown, _client: unknown, count: number) => {
    const waits = count === 0 && retryAfter <= LONGEST_WAIT_SECONDS;
    if (waits) context.logger.warn("rate limited, waiting {seconds} s", { seconds: retryAfter });
    return waits;
  };
  return new Platform({
    auth,
    baseUrl: api.href.replace(/\/$/, ""),
    userAgent: "svc-repo-insight",
    request: { signal: context.signal, retries: 1 },
    // The library's own console lines would mix with the run's log.
    log: { debug() {}, info() {}, warn() {}, error() {} },
    throttle: { onRateLimit: waitOnce, onSecondaryRateLimit: waitOnce },
  });
}

/**
 * The API's address from the setting, or the public one.
 *
 * @throws Error when it is not an http(s) URL.
 */
export function apiUrl(setting: string | undefined): URL {
  const text = setting?.trim() || PUBLIC_API;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    throw new Error(`GITHUB_API_URL '${text}' is not a URL: write one such as ${PUBLIC_API}`);
  }
  return url;
}
