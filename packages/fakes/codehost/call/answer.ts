/** What the platform's manual says of an operation's errors; every refusal names it. */
const DOCUMENTATION = "https://docs.github.com/rest";

/** One entry of a refusal's `errors`. */
export interface FieldFault {
  resource?: string;
  field?: string;
  code: "missing" | "missing_field" | "invalid" | "already_exists" | "unprocessable" | "custom";
  message?: string;
}

/** A refusal: thrown by a handler, answered by the front. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly faults?: readonly (FieldFault | string)[],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** The answer that tells of a refusal, in the platform's form. */
export function refusalAnswer({ status, message, faults, headers }: Refusal): Response {
  const errors = faults === undefined ? {} : { errors: faults };
  const body = { message, ...errors, documentation_url: DOCUMENTATION, status: String(status) };
  return json(body, status, headers);
}

/** Absent, or not to be seen by the caller: the platform does not tell which. */
export const notFound = () => new Refusal(404, "Not Found");

/** A request that was understood and cannot be done; some operations give sentences as faults. */
export const invalid = (faults: readonly (FieldFault | string)[], message = "Validation Failed") =>
  new Refusal(422, message, faults);

/** A JSON answer. */
export function json(body: unknown, status = 200, headers: HeadersInit = {}): Response {
  const all = new Headers(headers);
  all.set("content-type", "application/json; charset=utf-8");
  return new Response(JSON.stringify(body), { status, headers: all });
}

/** An answer without a body. */
export const empty = (status = 204) => new Response(null, { status });
