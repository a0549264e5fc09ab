import { isSvcError, SvcError } from "@svc/core/error";
import type { Log } from "../log/log.ts";
import { malformedRequest } from "../listener/refused_connection.ts";

const JSON_TYPE = "application/json; charset=utf-8";

/** What the answer to a refused request needs to know. */
export interface ErrorContext {
  log: Log;
  /** Sent to the client with an `internal` error, so that the operator finds its line in the log. */
  requestId: string;
  method: string;
  path: string;
}

/**
 * The answer to anything thrown. What only the operator can do is written to the log, and the caller
 * is told what they can do. A refusal answers with its own code; a missing scope with the
 * single field `error` (spec §7.1); a bug with `internal` and the request's id, never its details.
 */
export function errorResponse(error: unknown, context: ErrorContext): Response {
  const refusal = isSvcError(error)
    ? forCaller(error, context)
    : noRoom(error, context) ?? brokenOff(error) ?? internal(error, context);
  const headers = new Headers({ "content-type": JSON_TYPE, "cache-control": "no-store" });
  if (refusal.status === 401) headers.set("www-authenticate", challengeOf(refusal));
  const wait = retryAfter(refusal);
  if (wait !== undefined) headers.set("retry-after", String(wait));
  const body = refusal.code === "missing_scope" ? { error: refusal.message } : refusal;
  return new Response(JSON.stringify(body), { status: refusal.status, headers });
}

/** How to get through; of a session that must be proved, as RFC 9470 has it. */
function challengeOf({ code }: SvcError): string {
  return code === "proof_required"
    ? 'Bearer realm="svc", error="insufficient_user_authentication", max_age="600"'
    : 'Bearer realm="svc"';
}

function forCaller(error: SvcError, { log, requestId, method, path }: ErrorContext): SvcError {
  const { code, message, hint, outside, details } = error;
  if (outside === undefined) return error;
  log.error("request.refused", { requestId, method, path, error: message, hint });
  return new SvcError(code, outside.message, { hint: outside.hint, details });
}

function internal(error: unknown, { log, requestId, method, path }: ErrorContext): SvcError {
  log.error("request.failed", {
    requestId,
    method,
    path,
    error: error instanceof Error ? error.stack ?? error.message : String(error),
  });
  return new SvcError("internal", `The server failed on this request (${requestId})`, {
    hint: "Try again. If it happens again, tell the operator the id in brackets.",
  });
}

function noRoom(error: unknown, { log, requestId, method, path }: ErrorContext) {
  const refusal = fullDisk(error);
  if (refusal) log.error("request.refused", { requestId, method, path, error: String(error) });
  return refusal;
}

/** The refusal of a write for which the server's disk or store had no room, else undefined. */
export function fullDisk(error: unknown): SvcError | undefined {
  const text = error instanceof Error ? `${error.name} ${error.message}` : "";
  if (!/ENOSPC|EDQUOT|No space left|database or disk is full/i.test(text)) return undefined;
  return new SvcError("storage_full", "The server's disk is full; nothing was changed", {
    hint: "The operator has to free space; then try again.",
    cause: error,
  });
}

/**
 * The refusal of a request whose body stopped amid, by its sender or by bytes that are not HTTP; else
 * undefined. Nobody reads it, and it is not a failure of the server: a stranger could fill the log.
 */
function brokenOff(error: unknown): SvcError | undefined {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === "ECONNRESET" && message === "aborted" ? malformedRequest(error) : undefined;
}

/** Seconds to wait, for a refusal that says so; one for asking too often always does. */
function retryAfter({ code, details }: SvcError): number | undefined {
  const detail = details?.find(({ path }) => path === "retry-after");
  if (detail === undefined && code !== "rate_limited") return undefined;
  const seconds = Number(detail?.message);
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : 60;
}
