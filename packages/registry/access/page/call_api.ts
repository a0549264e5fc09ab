import type { ErrorBody } from "@svc/core/error";
import type { Visit } from "./visit.ts";

/** What the interface answered to a form. */
export type ApiAnswer<Result> =
  | { ok: true; body: Result; cookies: readonly string[] }
  | { ok: false; status: number; error: ErrorBody; retryAfter: string | null };

/** A call of the JSON interface. */
export interface ApiCall {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  body?: unknown;
}

/** Request headers that say who asks and from where. */
const CARRIED = ["cookie", "user-agent", "x-forwarded-for"];

/**
 * Does for a form what the same person could do over the JSON interface, through the same
 * handler inside this process: one guard, one rate limit, one log line, one set of rules.
 */
export async function callApi<Result = unknown>(
  { context, site, services }: Visit,
  call: ApiCall,
): Promise<ApiAnswer<Result>> {
  const headers = new Headers({ origin: services.auth.trustedOrigins[0]! });
  for (const name of CARRIED) {
    const value = context.req.header(name);
    if (value !== undefined) headers.set(name, value);
  }
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
