import { SvcError } from "@svc/core/error";

/** Methods that change nothing and need no proof of origin. */
const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a changing request that a page of another site made a browser send. Browsers tell by
 * `Sec-Fetch-Site` or `Origin`; a client that sends neither is not a browser.
 *
 * @throws SvcError `forbidden`
 */
export function assertNotForeign(request: Request, own: Iterable<string>): void {
  assertFrom(request, own, [null, "same-origin", "none"]);
}

/**
 * Refuses a changing request with a cookie unless the browser says that a page of ours sends it: a
 * browser adds the cookie to requests of any page.
 *
 * @throws SvcError `forbidden`
 */
export function assertOwnPage(request: Request, own: Iterable<string>): void {
  assertFrom(request, own, ["same-origin"]);
}

/** @param sites what `Sec-Fetch-Site` may say where a request names no origin */
function assertFrom(
  { method, headers }: Request,
  own: Iterable<string>,
  sites: readonly (string | null)[],
): void {
  if (SAFE.has(method)) return;
  const origin = headers.get("origin");
  const origins = [...own];
  if (origin === null ? sites.includes(headers.get("sec-fetch-site")) : origins.includes(origin)) {
    return;
  }
  throw new SvcError("forbidden", "This request comes from another site", {
    hint: `Open ${origins[0]} and try again there.`,
  });
}
