import type { FailureCode } from "./failure_codes.ts";
import { terminalLine } from "./terminal.ts";

/** Characters of a message that are looked at: what it means stands at its beginning. */
const LONGEST_MESSAGE = 2_000;

/** Characters of the platform's own message that an error repeats at most. */
const LONGEST_QUOTE = 200;

/** What an answer of the platform says about why it refused. */
export interface RefusedAnswer {
  code: FailureCode;
  status: number | null;
  until?: string | null;
  reason?: string;
  hint?: string;
}

/** An answer that is not a success, as the client library throws it. */
interface RequestFailure {
  status: number;
  headers: Record<string, string | number | undefined>;
  /** The body, when it was JSON. */
  message: string;
  body: Record<string, unknown>;
  method: string;
}

/**
 * Which kind of failure an error of the client library is, by reference 1.3, or undefined when no
 * answer came.
 */
export function readAnswer(error: unknown): RefusedAnswer | undefined {
  const failure = requestFailure(error);
  if (failure === undefined) return undefined;
  const { status } = failure;
  return { status, ...byStatus(failure) };
}

function byStatus(failure: RequestFailure): Omit<RefusedAnswer, "status"> {
  const { status, message } = failure;
  switch (status) {
    case 401:
      return { code: "unauthorized" };
    case 403:
    case 429:
      return forbidden(failure);
    case 404:
      return failure.method === "GET" ? { code: "not_found" } : {
        code: "not_found",
        hint: "Check the name, and that the token can see the repository and write to it",
      };
    case 405:
      return { code: "not_mergeable", ...quoted("it cannot be merged now", message) };
    case 406:
      return { code: "too_large" };
    case 409:
      return /repository is empty/i.test(message)
        ? { code: "empty_repository" }
        : { code: "conflict", ...quoted("refused because of a conflict", message) };
    case 410:
      return { code: "gone" };
    case 422:
      return invalid(failure);
    case 451:
      return legal(failure);
  }
  return status >= 500
    ? { code: "unavailable", reason: `failed, the platform answered ${status}` }
    : { code: "invalid", reason: `refused, the platform answered ${status}` };
}

function forbidden({ status, headers, message }: RequestFailure): Omit<RefusedAnswer, "status"> {
  if (status === 429 || limitReached(headers) || /secondary rate limit|abuse/i.test(message)) {
    const until = limitEnd(headers);
    if (until === undefined) return { code: "rate_limited" };
    const reason = `refused, the rate limit is used up until ${until}`;
    return { code: "rate_limited", until, reason, hint: "Run again then" };
  }
  const sso = /^required\b.*?\burl=(https:\/\/[^\s;,]+)/.exec(
    String(headers["x-github-sso"] ?? ""),
  );
  if (sso?.[1]) {
    return {
      code: "sso_required",
      hint: `Authorise the token for the organisation at ${terminalLine(sso[1])}, then run again`,
    };
  }
  if (/^required\b/.test(String(headers["x-github-sso"] ?? ""))) return { code: "sso_required" };
  if (/archived so is read-only/i.test(message)) return { code: "archived" };
  if (/(?:account|installation) (?:was|is|has been) suspended/i.test(message)) {
    return { code: "suspended" };
  }
  if (/upgrade to .*or make this repository public/i.test(message)) return { code: "plan" };
  const accepted = headers["x-accepted-github-permissions"];
  if (/resource not accessible by/i.test(message) && accepted) {
    return {
      code: "forbidden",
      hint: `Give the token one of these permissions: ${short(String(accepted))}`,
    };
  }
  return { code: "forbidden" };
}

/** What a 422 says: a rule, an object that is there already, or a value that is not accepted. */
function invalid({ message, body }: RequestFailure): Omit<RefusedAnswer, "status"> {
  const errors = Array.isArray(body.errors) ? body.errors : [];
  const said = [message, ...errors.map(detail)].filter((text) => text !== "").join(": ");
  if (/repository rule violations? found/i.test(said)) {
    return { code: "rule_violation", ...quoted("refused by a rule of the repository", said) };
  }
  const exists = errors.some((error) => error?.code === "already_exists") ||
    /already exists/i.test(said);
  return exists
    ? { code: "already_exists", ...quoted("refused, it already exists", said) }
    : { code: "invalid", ...quoted("refused, the platform does not accept these values", said) };
}

function detail(error: unknown): string {
  if (typeof error === "string") return error;
  const { message, field, code } = (error ?? {}) as Record<string, unknown>;
  if (typeof message === "string") return message;
  return [field, code].filter((part) => typeof part === "string").join(" ");
}

function legal({ body }: RequestFailure): Omit<RefusedAnswer, "status"> {
  const { reason, html_url: url } = (body.block ?? {}) as Record<string, unknown>;
  const why = typeof reason === "string" ? ` (${short(reason)})` : "";
  const notice = typeof url === "string" && /^https:\/\/\S+$/.test(url)
    ? { hint: `The notice: ${short(url)}` }
    : {};
  return { code: "legal", reason: `blocked for legal reasons${why}`, ...notice };
}

function limitReached(headers: RequestFailure["headers"]): boolean {
  return String(headers["x-ratelimit-remaining"]) === "0" || headers["retry-after"] !== undefined;
}

/** When the limit ends, as far as the answer tells: a pause it asks for, else the hour's reset. */
function limitEnd(headers: RequestFailure["headers"]): string | undefined {
  const pause = Number(headers["retry-after"]);
  const reset = Number(headers["x-ratelimit-reset"]);
  const time = new Date(pause > 0 ? Date.now() + pause * 1000 : reset * 1000);
  return time.getTime() > 0 ? time.toISOString() : undefined;
}

function quoted(reason: string, message: string): { reason: string } {
  return { reason: message === "" ? reason : `${reason} ("${short(message)}")` };
}

/** A stranger's words for one line of an error. */
function short(text: string): string {
  const line = [...terminalLine(text.slice(0, 4 * LONGEST_QUOTE))];
  return line.length <= LONGEST_QUOTE ? line.join("") : `${line.slice(0, LONGEST_QUOTE).join("")}…`;
}

function requestFailure(error: unknown): RequestFailure | undefined {
  if (!(error instanceof Error) || !("status" in error) || typeof error.status !== "number") {
    return undefined;
  }
  // The library says 500 when no answer came at all, and then there is no response.
  const { response, request } = error as Partial<
    Record<"response" | "request", Record<string, unknown>>
  >;
  if (response === undefined) return undefined;
  const body =
    (typeof response.data === "object" && response.data !== null ? response.data : {}) as Record<
      string,
      unknown
    >;
  return {
    status: error.status,
    headers: (response.headers ?? {}) as RequestFailure["headers"],
    message: typeof body.message === "string" ? body.message.slice(0, LONGEST_MESSAGE) : "",
    body,
    method: String(request?.method ?? "GET"),
  };
}
