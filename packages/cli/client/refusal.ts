import { ERROR_CODES, type ErrorCode, type ErrorDetail, SvcError } from "@svc/core/error";
import type { Caller } from "./caller.ts";
import { readText } from "./body.ts";
import { retryAfterSeconds } from "./retry_after.ts";

interface Body {
  error?: unknown;
  message?: unknown;
  code?: unknown;
  hint?: unknown;
  details?: unknown;
}

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: "validation_failed",
  401: "not_authenticated",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  410: "not_found",
  413: "body_too_large",
  422: "validation_failed",
  429: "rate_limited",
  503: "unavailable",
  507: "storage_full",
};

/** The longest refusal read, in bytes; a longer one is no message to a person. */
const LONGEST = 64 * 1024;

/** A server's refusal as an error a person can act on (reference wire 0.3). Reads the body. */
export async function refusalOf(response: Response, caller: Caller): Promise<SvcError> {
  const text = await readText(response, LONGEST).catch(() => "");
  const body = parse(response, text);
  const said = [body.error, body.message].find((one) => typeof one === "string" && one !== "") as
    | string
    | undefined;
  const { status } = response;
  if (status === 429) return limited(response, caller);

  const code = isCode(body.code) ? body.code : scopeIn(said) ? "missing_scope" : BY_STATUS[status];
  const hint = typeof body.hint === "string" ? body.hint : undefined;
  if (status === 401) return notSignedIn(code ?? "not_authenticated", said, hint, caller);
  if (status === 403) {
    return new SvcError(code ?? "forbidden", said ?? "The server refused", {
      ...optional("hint", scopeHint(said) ?? hint),
      status,
    });
  }
  return new SvcError(
    code ?? "unavailable",
    said ?? `The server answered ${status} without saying why [${withoutQuery(response.url)}]`,
    {
      ...optional("hint", hint ?? (status >= 500 ? "Try again in a moment." : undefined)),
      ...optional("details", details(body.details)),
      status,
    },
  );
}

/** No answer at all: the connection failed, broke, or took too long. */
export function unreachable(serverUrl: string, error: unknown, timeoutMs: number): SvcError {
  if (error instanceof DOMException && error.name === "TimeoutError") {
    return new SvcError("timeout", `${serverUrl} did not answer within ${timeoutMs / 1000} s`, {
      hint: "Try again; 'svc doctor' checks the connection.",
      cause: error,
    });
  }
  if (error instanceof DOMException && error.name === "AbortError") {
    return new SvcError("cancelled", "Interrupted", { cause: error });
  }
  const why = error instanceof SyntaxError ? "its answer is not JSON" : reasonOf(error);
  return new SvcError("server_unreachable", `${serverUrl} cannot be reached: ${why}`, {
    hint: "Check that the registry runs there and that SVC_CLUB_URL or --server names it.",
    cause: error,
  });
}

function parse(response: Response, text: string): Body {
  const html = response.headers.get("content-type")?.includes("text/html") || /^\s*</.test(text);
  if (html) {
    return { error: `The server answered ${response.status} with a web page, not with data` };
  }
  try {
    const body: unknown = JSON.parse(text);
    if (body !== null && typeof body === "object") return body;
  } catch {
    // Plain text is an answer too.
  }
  return text.trim() === "" ? {} : { error: text.trim().slice(0, 500) };
}

function notSignedIn(
  code: ErrorCode,
  said: string | undefined,
  hint: string | undefined,
  caller: Caller,
): SvcError {
  const sent = caller.bearer
    ? "The server does not accept the credential it was sent"
    : "The server wants a credential, and none was sent";
  return new SvcError(code, said ?? sent, {
    hint: caller.bearerFromEnvironment
      ? "Put a good key into SVC_API_KEY, or unset it and run 'svc auth login'."
      : hint ?? "Run 'svc auth login', or check SVC_API_KEY; 'svc auth whoami' shows what is used.",
    status: 401,
  });
}

function limited(response: Response, caller: Caller): SvcError {
  const seconds = retryAfterSeconds(response.headers.get("retry-after"), new Date());
  const wait = seconds === undefined
    ? "a while"
    : `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  return new SvcError("rate_limited", `Too many requests; the server asks to wait ${wait}`, {
    hint: caller.bearer
      ? `Try again in ${wait}.`
      : `Try again in ${wait}; 'svc auth login' raises the limit.`,
    status: 429,
  });
}

const scopeIn = (said: string | undefined) => said && /requires the (.+?) scope/.exec(said)?.[1];

function scopeHint(said: string | undefined): string | undefined {
  const scope = scopeIn(said);
  return scope &&
    `Use a personal key, or create a token with it: svc auth token create --collective <slug> --scopes ${scope}`;
}

function isCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && Object.hasOwn(ERROR_CODES, code);
}

function details(found: unknown): ErrorDetail[] | undefined {
  if (!Array.isArray(found)) return undefined;
  return found.filter((one) =>
    typeof one?.path === "string" && typeof one?.message === "string"
  ) as ErrorDetail[];
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  if (/connection refused/i.test(message)) return "nothing listens there";
  if (/dns error/i.test(message)) return "its name cannot be resolved";
  if (/certificate|UnknownIssuer/i.test(message)) return "its certificate is not trusted";
  return message.replace(/^error sending request for url \(.*?\): /, "");
}

function withoutQuery(url: string): string {
  return url.replace(/\?.*$/s, "");
}

function optional<K extends string, V>(key: K, value: V | undefined): { [k in K]?: V } {
  return value === undefined ? {} : { [key]: value } as { [k in K]?: V };
}
