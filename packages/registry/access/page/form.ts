import { type ErrorBody, SvcError } from "@svc/core/error";
import { assertNotForeign, type Form, formOf } from "@svc/http/input";
import type { Visit } from "./visit.ts";

export type { Form };

/**
 * Reads the posted form of a visit, after making sure that a page of this site posted it.
 *
 * @throws SvcError `forbidden` from another site, `unsupported_media_type`, `body_too_large`.
 */
export async function readForm(visit: Visit): Promise<Form> {
  const request = visit.context.req.raw;
  assertNotForeign(request, visit.services.auth.trustedOrigins);
  return visit.form = await formOf(request);
}

/** A field's text without surrounding space; empty when it is missing. */
export function field(form: Form, name: string): string {
  return form.get(name)?.trim() ?? "";
}

/** What the interface answered to a form. */
export type ApiAnswer<Result> =
  | { ok: true; body: Result; cookies: readonly string[] }
  | { ok: false; status: number; error: ErrorBody; retryAfter: string | null };

/** A call of the JSON interface: method and path as in a request line, and the body. */
export type ApiCall = readonly [
  request: `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} ${string}`,
  body?: unknown,
];

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
  ...[request, body]: ApiCall
): Promise<ApiAnswer<Result>> {
  const { context, site, services } = visit;
  const space = request.indexOf(" ");
  const headers = samePerson(visit);
  if (body !== undefined) headers.set("content-type", "application/json");
  const response = await site.app.fetch(
    new Request(new URL(request.slice(space + 1), services.config.baseUrl), {
      method: request.slice(0, space),
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
    context.env,
  );
  const text = await response.text();
  const answer = text === "" ? undefined : JSON.parse(text);
  if (!response.ok && answer?.code === "proof_required") throw fail(answer as ErrorBody);
  return response.ok
    ? { ok: true, body: answer as Result, cookies: response.headers.getSetCookie() }
    : {
      ok: false,
      status: response.status,
      error: answer as ErrorBody,
      retryAfter: response.headers.get("retry-after"),
    };
}

/**
 * The body that the interface answers to a call.
 *
 * @throws SvcError what the interface refused
 */
export async function askApi<Result>(visit: Visit, ...call: ApiCall): Promise<Result> {
  const answer = await callApi<Result>(visit, ...call);
  if (!answer.ok) throw fail(answer.error);
  return answer.body;
}

/** A refusal in one line, with what to do. */
export function refusalText(error: ErrorBody): string {
  const what = /[.!?]$/.test(error.error) ? error.error : `${error.error}.`;
  return error.hint === undefined ? what : `${what} ${error.hint}`;
}

/** The refusal that an interface answer tells of, to be thrown on as a page. */
export function fail(error: ErrorBody): SvcError {
  return new SvcError(error.code ?? "forbidden", error.error, { hint: error.hint });
}
