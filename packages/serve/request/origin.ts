import { SvcError } from "@svc/core/error";

/** Methods that change nothing and need no proof of origin. */
const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a changing request that a page of another site made a browser send.
 *
 * @throws SvcError `forbidden`
 */
export function assertNotForeign({ method, headers }: Request, own: ReadonlySet<string>): void {
  if (SAFE.has(method)) return;
  const origin = headers.get("origin");
  if (origin === null ? !isForeign(headers) : own.has(origin)) return;
  throw foreign(own);
}

/**
 * Refuses a changing request with a cookie unless the browser says that a page of ours sends it: a
 * browser adds the cookie to requests of any page.
 *
 * @throws SvcError `forbidden`
 */
export function assertOwnPage({ method, headers }: Request, own: ReadonlySet<string>): void {
  if (SAFE.has(method)) return;
  const origin = headers.get("origin");
  if (origin === null ? headers.get("sec-fetch-site") === "same-origin" : own.has(origin)) return;
  throw foreign(own);
}

function isForeign(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  return site !== null && site !== "same-origin" && site !== "none";
}

function foreign(own: ReadonlySet<string>): SvcError {
  return new SvcError("forbidden", "This request comes from another site", {
    hint: `Open ${[...own][0]} and try again there.`,
  });
}
