import { isSvcError } from "@svc/core/error";
import type { Log } from "@svc/http/log";

/** An answer in the words of the login's wire (reference runtime 8.2). */
export function said(status: number, body: Readonly<Record<string, unknown>>): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}

/** The answer when the registry gave none that could be used. Anything else is a bug, for the edge to tell. */
export function failed(log: Log, error: unknown): Response {
  if (!isSvcError(error)) throw error;
  log.warn("oauth.provider_failed", { why: error.message });
  return said(502, { ...error.toJSON() });
}
