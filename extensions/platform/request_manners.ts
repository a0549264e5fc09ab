import type { Octokit } from "npm:@octokit/core@7.0.8";
import { callPace, READ_POINTS, WRITE_POINTS } from "./call_pace.ts";
import type { Cancelling } from "./cancelling.ts";
import { PlatformFailure } from "./failure.ts";
import { terminalLine } from "./terminal.ts";
import { isRead } from "./transport.ts";
import { wrongBaseUrl } from "./base_url.ts";
import { writePace } from "./write_pace.ts";

/** The version of the API that the extensions are written for. */
const API_VERSION = "2022-11-28";

/** The form of answers: the library's default is the older name of the same. */
const ACCEPT = "application/vnd.github+json";
const DEFAULT_ACCEPT = "application/vnd.github.v3+json";

/** What the client of one run tells this plugin. */
export interface MannersOptions {
  extension: string;
  baseUrl: string;
  run: Cancelling;
  /** Whether calls wait for their turn; a transport that asks nobody needs none. */
  paced: boolean;
  /** Told the seconds before the client waits, so as not to call too often. */
  waiting(seconds: number): void;
}

/**
 * A plugin of the client library that gives every request the catalogue's manners (reference 1.2):
 * the API's version, the extension's name, no more calls a minute than the platform takes, paced
 * writes that are never sent twice, and an answer that is not an API's answer named as such.
 */
export function requestManners(client: Octokit, options: object): Record<never, never> {
  const { extension, baseUrl, run, waiting, paced: inTurn } = options as MannersOptions;
  const paced = writePace();
  const turn = callPace(waiting);
  client.hook.before("request", (options) => {
    options.headers["x-github-api-version"] = API_VERSION;
    options.headers["user-agent"] = `svc-${extension}`;
    if (options.headers.accept === DEFAULT_ACCEPT) options.headers.accept = ACCEPT;
  });
  client.hook.wrap("request", async (request, options) => {
    try {
      if (inTurn) await turn(isRead(options.method) ? READ_POINTS : WRITE_POINTS);
      const answer = isRead(options.method)
        ? await request(options)
        : await paced(() => run.write(options, () => sendWrite(request, options)));
      if (isHtml(answer.headers)) throw wrongBaseUrl(baseUrl, 200);
      return answer;
    } catch (error) {
      throw recognized(await explained(error, options));
    }
  });

  /** A failure of the transport itself, taken out of what the library wrapped it in. */
  async function explained(error: unknown, asked: object): Promise<unknown> {
    if (!(error instanceof Error)) return error;
    if (error.cause instanceof PlatformFailure) return await withNewName(error.cause, asked);
    if ("status" in error && error.status === 404 && !isPublic(baseUrl) && await isNoApi()) {
      return wrongBaseUrl(baseUrl, 404);
    }
    return error;
  }

  /** A write that was redirected names the repository's new name; the redirect itself has its id. */
  async function withNewName(failure: PlatformFailure, asked: object): Promise<PlatformFailure> {
    const { owner, repo, method } = asked as Partial<Record<"owner" | "repo" | "method", string>>;
    if (failure.code !== "moved" || !owner || !repo || isRead(method ?? "GET")) return failure;
    try {
      const read = { method: "GET", url: "/repos/{owner}/{repo}", owner, repo };
      const { data }: { data: { full_name: string } } = await client.request(read);
      const hint = `It is ${terminalLine(data.full_name)} now. Use the new name`;
      return new PlatformFailure("moved", { status: failure.status, hint });
    } catch {
      return failure;
    }
  }

  // Asked once, when something was not found: an API has a page /meta.
  let noApi: Promise<boolean> | undefined;
  function isNoApi(): Promise<boolean> {
    noApi ??= fetchMeta();
    return noApi;
  }

  async function fetchMeta(): Promise<boolean> {
    const { signal, fetch } = client.request.endpoint.DEFAULTS.request as {
      signal?: AbortSignal;
      fetch: (url: string, init: object) => Promise<Response>;
    };
    try {
      const headers = { accept: ACCEPT };
      const answer = await fetch(`${baseUrl}/meta`, { method: "GET", headers, signal });
      return answer.status === 404 || isHtml(Object.fromEntries(answer.headers));
    } catch {
      return false;
    }
  }
  return {};
}

/** The address of the public API is known to be right. */
function isPublic(baseUrl: string): boolean {
  return URL.parse(baseUrl)?.hostname === "api.github.com";
}

/** Sends a write without the run's signal: once on its way it is waited for. */
async function sendWrite<Options extends { request: object }, Answer>(
  request: (options: Options) => Answer | Promise<Answer>,
  options: Options,
): Promise<Answer> {
  // Left out, the client's own signal would return.
  options.request = { ...options.request, signal: undefined };
  return await request(options);
}

/** A refusal that asks for a pause, in the words by which the throttling plugin knows one. */
function recognized(error: unknown): unknown {
  if (!(error instanceof Error) || !("response" in error)) return error;
  const { status, response } = error as Error & {
    status?: number;
    response?: { headers?: Record<string, unknown> };
  };
  const asksForPause = (status === 403 || status === 429) &&
    response?.headers?.["retry-after"] !== undefined;
  if (asksForPause && !/secondary rate/i.test(error.message)) {
    error.message += " (secondary rate limit)";
  }
  return error;
}

function isHtml(headers: Record<string, unknown>): boolean {
  return /^text\/html\b/i.test(String(headers["content-type"] ?? ""));
}
