import type { Outcome } from "@svc/core/wire";
import { NotAsked } from "../lookup/not_asked.ts";
import { boundedText } from "../stream/text.ts";
import { type ApiRepository, apiUrlOf, type Host, HOSTS, parseRepository } from "./repository.ts";
import type { Verification } from "./verification.ts";

/** How a repository is asked about. */
export interface VerifyOptions {
  fetch: typeof globalThis.fetch;
  /** Base URLs of the hosts' public APIs where they are not the public ones. */
  apiUrls?: Partial<Record<Host, string>>;
  now: Date;
  /** Ends the question; it is `notRun` then. */
  signal?: AbortSignal;
  /** Time for the request, in milliseconds; 10,000 unless told otherwise. */
  timeLimitMs?: number;
}

/** A repository record is a few kilobytes; a host has no reason to send more than this. */
const BODY_BYTES = 500_000;

/**
 * Asks the host's public API whether a URL is a public repository (spec §2.6 rules 2–4). The API's
 * address is built from the parsed owner and path; the URL itself is never fetched and no redirect
 * is followed. Never throws: whatever is not a 200 marked public is not verified.
 */
export async function verifyRepository(
  url: string,
  { fetch, apiUrls = {}, now, signal, timeLimitMs = 10_000 }: VerifyOptions,
): Promise<Verification> {
  const answer = (outcome: Outcome, reason: string): Verification => ({
    outcome,
    url,
    reason,
    checkedAt: now.toISOString(),
  });
  const repository = parseRepository(url);
  if ("problem" in repository) return answer("failed", `the address ${repository.problem}`);
  const { host, path } = repository;
  const timer = AbortSignal.timeout(timeLimitMs);
  try {
    const response = await fetch(
      `${apiUrlOf(host, apiUrls)}${HOSTS[host].path(path)}`,
      {
        headers: { accept: "application/json", "user-agent": "svc-registry" },
        credentials: "omit",
        redirect: "manual",
        signal: signal ? AbortSignal.any([signal, timer]) : timer,
      },
    );
    if (response.status !== 200) {
      await response.body?.cancel();
      return response.status === 404
        ? answer("failed", `${host} has no public repository ${path}`)
        : answer("error", refusal(host, response));
    }
    const body = await boundedJson(response);
    return HOSTS[host].isPublic(body, path)
      ? answer("passed", `${host} says that ${path} is public`)
      : answer("failed", `${host} does not mark ${path} as public`);
  } catch (error) {
    if (error instanceof NotAsked) return answer("notRun", `${host} ${error.message}`);
    if (signal?.aborted) return answer("notRun", `${host} did not answer in the time allowed`);
    return answer("error", `${host} ${problem(error)}`);
  }
}

function refusal(host: string, { status, headers }: Response): string {
  if (status === 429 || headers.get("x-ratelimit-remaining") === "0") {
    return `${host} limits the rate of requests; the registry tries again by itself`;
  }
  return status >= 300 && status < 400
    ? `${host} says that the repository has moved; set its new address`
    : `${host} answered ${status}`;
}

async function boundedJson(response: Response): Promise<ApiRepository> {
  const text = await boundedText(response.body, BODY_BYTES);
  if (text === undefined) throw new SyntaxError("too long");
  const body: unknown = JSON.parse(text);
  if (body === null || typeof body !== "object") throw new SyntaxError("not an object");
  return body;
}

function problem(error: unknown): string {
  if (error instanceof SyntaxError) return "answered something that is not a repository record";
  if (error instanceof DOMException && error.name === "TimeoutError") {
    return "did not answer in time";
  }
  return "could not be reached";
}
