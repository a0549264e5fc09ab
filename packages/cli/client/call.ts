import { isSvcError } from "@svc/core/error";
import type { z } from "zod";
import { type AnswerShape, checkedAnswer, unknownAnswer } from "./answer.ts";
import { readJson } from "./body.ts";
import type { Caller } from "./caller.ts";
import { ownHeaders } from "./own_headers.ts";
import { refusalOf, unreachable } from "./refusal.ts";

/** How long the server may take to answer, in milliseconds (reference wire 0.2). */
export const TIMEOUTS = { call: 15_000, transfer: 120_000 } as const;

/** One request. */
export interface Call {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below the server's address, encoded, with its query. */
  path: string;
  /** Sent as JSON; nothing is sent when absent. */
  body?: unknown;
  /** Sends the bearer as `x-api-key` as well (spec §5.1: push and yank). */
  apiKeyHeader?: boolean;
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
  /** Statuses outside 2xx that are answers rather than refusals. */
  accepts?: readonly number[];
  redirect?: "follow" | "manual";
}

/**
 * Makes one call and answers the response, 2xx or one that `accepts` names.
 *
 * @throws SvcError the server's refusal; `server_unreachable` or `timeout` when there is no answer.
 */
export async function call(caller: Caller, request: Call): Promise<Response> {
  const url = caller.serverUrl + request.path;
  const headers: Record<string, string> = {
    "accept": "application/json",
    ...ownHeaders(caller),
  };
  if (caller.bearer) headers["authorization"] = `Bearer ${caller.bearer}`;
  if (caller.bearer && request.apiKeyHeader) headers["x-api-key"] = caller.bearer;
  if (request.body !== undefined) headers["content-type"] = "application/json";

  const timeoutMs = request.timeoutMs ?? TIMEOUTS.call;
  const timeout = AbortSignal.timeout(timeoutMs);
  let response: Response;
  try {
    response = await fetch(url, {
      method: request.method ?? "GET",
      headers,
      redirect: request.redirect ?? "manual",
      signal: request.signal ? AbortSignal.any([timeout, request.signal]) : timeout,
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(caller.client === undefined ? {} : { client: caller.client }),
    });
  } catch (error) {
    throw unreachable(caller.serverUrl, error, timeoutMs);
  }
  if (response.ok || request.accepts?.includes(response.status)) return response;
  throw await refusalOf(response, caller);
}

/**
 * Makes one call and answers its JSON body, which has this shape.
 *
 * @throws SvcError as {@linkcode call} does; `unavailable` when a 2xx answer has another shape.
 */
export async function callJson<S extends z.ZodType>(
  caller: Caller,
  request: Call,
  shape: AnswerShape<S>,
): Promise<z.infer<S>> {
  return await checkedAnswer(await callObject(caller, request), shape, caller.serverUrl);
}

/**
 * As {@linkcode callJson}, for an answer that the caller looks through itself: an object, of which
 * nothing else is known.
 */
export async function callObject(
  caller: Caller,
  request: Call,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await call(caller, request);
  let body: unknown;
  try {
    body = await readJson(response);
  } catch (error) {
    if (isSvcError(error)) throw error;
    throw unreachable(caller.serverUrl, error, request.timeoutMs ?? TIMEOUTS.call);
  }
  if (typeof body === "object" && body !== null && !Array.isArray(body)) {
    return body as Record<string, unknown>;
  }
  throw unknownAnswer(caller.serverUrl);
}
