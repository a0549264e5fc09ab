import type { ErrorBody } from "@svc/core/error";
import { fail } from "./fail.ts";
import type { Visit } from "./visit.ts";

/** What the interface answered to a form. */
export type ApiAnswer<Result> =
  | { ok: true; body: Result; cookies: readonly string[] }
  | { ok: false; status: number; error: ErrorBody; retryAfter: string | null };

/** A call of the JSON interface. */
export interface ApiCall {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  body?: unknown;
}

/** Request headers that say who asks and from where. */
const CARRIED = ["cookie", "user-agent", "x-forwarded-for"];

/** The headers of a request that this process makes for the person of a visit. */
export function samePerson({ context, services }: Visit): Headers {
  const headers = new Headers({ origin: services.auth.trustedOrigins[0]! });
  for (const name of CARRIED) {
    const value = context.req.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
}

/**
 * Does for a form what the same person could do over the JSON interface, through the same
 * handler inside this process: one guard, one rate limit, one log line, one set of rules.
 *
 * @throws SvcError `proof_required`: the page asks for the proof, and then sends the form again
 */
export async function callApi<Result = unknown>(
  visit: Visit,
  call: ApiCall,
): Promise<ApiAnswer<Result>> {
  const { context, site, services } = visit;
  const headers = samePerson(visit);
  if (call.body !== undefined) headers.set("content-type", "application/json");
  const response = await site.app.fetch(
    new Request(new URL(call.path, services.config.baseUrl), {
      method: call.method,
      headers,
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    }),
    context.env,
  );
  const text = await response.text();
  const body = text === "" ? undefined : JSON.parse(text);
  if (!response.ok && body?.code === "proof_required") throw fail(body as ErrorBody);
  return response.ok
    ? { ok: true, body: body as Result, cookies: response.headers.getSetCookie() }
    : {
      ok: false,
      status: response.status,
      error: body as ErrorBody,
      retryAfter: response.headers.get("retry-after"),
    };
}

/** A refusal in one line, with what to do. */
export function refusalText(error: ErrorBody): string {
  const what = /[.!?]$/.test(error.error) ? error.error : `${error.error}.`;
  return error.hint === undefined ? what : `${what} ${error.hint}`;
}
