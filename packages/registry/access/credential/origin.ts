import { SvcError } from "@svc/core/error";

/** Methods that change nothing and need no proof of origin. */
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * The origins from which a browser may act with this server's cookie: the server's own, and for a
 * loopback address the other spelling of it.
 */
export function trustedOrigins(baseUrl: string): string[] {
  const url = new URL(baseUrl);
  const origins = [url.origin];
  const twin = { "localhost": "127.0.0.1", "127.0.0.1": "localhost" }[url.hostname];
  if (twin !== undefined) {
    url.hostname = twin;
    origins.push(url.origin);
  }
  return origins;
}

/**
 * Refuses a changing request that another site made a browser send with its cookie.
 * Browsers tell by `Sec-Fetch-Site` or `Origin`; a client that sends neither is not a browser.
 *
 * @throws SvcError `forbidden`
 */
export function assertSameOrigin(request: Request, trusted: readonly string[]): void {
  if (SAFE.has(request.method)) return;
  const origin = request.headers.get("origin");
  if (origin !== null ? trusted.includes(origin) : !foreign(request.headers)) return;
  throw new SvcError("forbidden", "This request comes from another site", {
    hint: `Open ${trusted[0]} and try again there.`,
  });
}

function foreign(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  return site !== null && site !== "same-origin" && site !== "none";
}
