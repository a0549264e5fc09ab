import { SvcError } from "@svc/core/error";

/** Methods that change nothing and need no proof of origin. */
const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a changing request that a page of another site made a browser send. Browsers tell by
 * `Sec-Fetch-Site` or `Origin`; a client that sends neither is not a browser.
 *
 * @throws SvcError `forbidden`
 */
export function assertNotForeign({ method, headers }: Request, own: Iterable<string>): void {
  if (SAFE.has(method)) return;
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  const isOwn = site === null || site === "same-origin" || site === "none";
  if (origin === null ? isOwn : new Set(own).has(origin)) return;
  throw foreign(own);
}

/**
 * Refuses a changing request with a cookie unless the browser says that a page of ours sends it: a
 * browser adds the cookie to requests of any page.
 *
 * @throws SvcError `forbidden`
 */
export function assertOwnPage({ method, headers }: Request, own: Iterable<string>): void {
  if (SAFE.has(method)) return;
  const origin = headers.get("origin");
  if (
    origin === null ? headers.get("sec-fetch-site") === "same-origin" : new Set(own).has(origin)
  ) {
    return;
  }
  throw foreign(own);
}

function foreign(own: Iterable<string>): SvcError {
  return new SvcError("forbidden", "This request comes from another site", {
    hint: `Open ${[...own][0]} and try again there.`,
  });
}
