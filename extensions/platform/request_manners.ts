import type { Octokit } from "npm:@octokit/core@7.0.8";
import { PlatformFailure } from "./failure.ts";
import { isRead } from "./transport.ts";
import { writePace } from "./write_pace.ts";

/** The version of the API that the extensions are written for. */
const API_VERSION = "2022-11-28";

/** The form of answers: the library's default is the older name of the same. */
const ACCEPT = "application/vnd.github+json";
const DEFAULT_ACCEPT = "application/vnd.github.v3+json";

/**
 * A plugin of the client library that gives every request the catalogue's manners (reference 1.2):
 * the API's version, the extension's name, paced writes that are never sent twice, and an answer
 * that is no API's answer named as such.
 */
export function requestManners(
  client: Octokit,
  { extension = "extension", baseUrl = "" }: { extension?: string; baseUrl?: string },
): Record<never, never> {
  const paced = writePace();
  client.hook.before("request", (options) => {
    options.headers["x-github-api-version"] = API_VERSION;
    options.headers["user-agent"] = `svc-${extension}`;
    if (options.headers.accept === DEFAULT_ACCEPT) options.headers.accept = ACCEPT;
    // A write whose answer was lost may have taken effect: whoever sent it has to look first.
    if (!isRead(options.method)) options.request = { ...options.request, retries: 0 };
  });
  client.hook.wrap("request", async (request, options) => {
    try {
      const answer = isRead(options.method)
        ? await request(options)
        : await paced(() => finished(options, async () => await request(options)));
      if (isHtml(answer.headers)) throw new PlatformFailure("wrong_base_url", { status: 200 });
      return answer;
    } catch (error) {
      throw await explained(error);
    }
  });

  /** A failure of the transport itself, taken out of what the library wrapped it in. */
  async function explained(error: unknown): Promise<unknown> {
    if (!(error instanceof Error)) return error;
    if (error.cause instanceof PlatformFailure) return error.cause;
    if ("status" in error && error.status === 404 && !isPublic(baseUrl) && await isNoApi()) {
      return new PlatformFailure("wrong_base_url", {
        status: 404,
        reason: `${baseUrl} is not the address of an API: ${baseUrl}/meta is not found there`,
      });
    }
    return error;
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
      await answer.body?.cancel();
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

/** Sends a write unless the run is aborted. Once sent it is waited for: half a write helps nobody. */
async function finished<Answer>(
  options: { request: { signal?: AbortSignal | undefined } },
  send: () => Promise<Answer>,
): Promise<Answer> {
  options.request.signal?.throwIfAborted();
  // The library hands every hook the same object; left out, the client's own signal would return.
  options.request = { ...options.request, signal: undefined };
  return await send();
}

function isHtml(headers: Record<string, unknown>): boolean {
  return /^text\/html\b/i.test(String(headers["content-type"] ?? ""));
}
