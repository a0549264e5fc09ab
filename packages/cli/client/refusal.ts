import { type ErrorCode, reasonHint, reasonOf, SvcError } from "@svc/core/error";
import type { Caller } from "./caller.ts";
import { isProxyStatus, proxyRefusal } from "./proxy.ts";
import {
  optional,
  readRefusal,
  redirectTarget,
  type SaidRefusal,
  STATUS_CODES,
} from "./refusal_body.ts";
import { retryAfterSeconds } from "./retry_after.ts";

/** A server's refusal as an error a person can act on (reference wire 0.3). Reads the body. */
export async function refusalOf(response: Response, caller: Caller): Promise<SvcError> {
  const refused = await readRefusal(response);
  const { said, hint, details, foreign, ...body } = refused;
  const { status } = response;
  if (foreign && isProxyStatus(status)) return proxyRefusal(response);
  if (status >= 300 && status < 400) return redirected(response, caller);
  if (status === 429) return limited(response, foreign ? {} : refused, caller);

  const code = body.code ?? (scopeIn(said) ? "missing_scope" : STATUS_CODES[status]);
  if (status === 401 && foreign !== "page") {
    return notSignedIn(code ?? "not_authenticated", refused, caller);
  }
  if (status === 403) {
    return new SvcError(code ?? "forbidden", said ?? "The server refused", {
      ...optional("hint", scopeHint(said) ?? hint),
      ...optional("details", details),
      status,
    });
  }
  return new SvcError(
    code ?? "unavailable",
    said ??
      `The server answered ${status} without a reason [${response.url.replace(/\?.*$/s, "")}]`,
    {
      ...optional("hint", hint ?? (status >= 500 ? "Try again in a moment." : undefined)),
      ...optional("details", details),
      status,
    },
  );
}

const HINT =
  "Check that it is running. To use another one, set SVC_CLUB_URL or run 'svc auth login --server <address>'.";

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
  const why = error instanceof SyntaxError
    ? "its answer is not JSON"
    : reasonOf(error, (name) => Deno.env.get(name));
  return new SvcError(
    "server_unreachable",
    `Could not connect: ${serverUrl} cannot be reached: ${why}`,
    {
      hint: reasonHint(why) ?? HINT,
      cause: error,
    },
  );
}

function redirected(response: Response, { serverUrl }: Caller): SvcError {
  return new SvcError("unavailable", `${serverUrl} redirects ${redirectTarget(response)}`, {
    hint:
      "svc does not follow that with a credential. If it is the registry's address, log in there: " +
      "svc auth login --server <address>. If it is a page to sign in at, ask its operator to let " +
      "svc pass.",
    status: response.status,
  });
}

function notSignedIn(
  code: ErrorCode,
  { said, hint, details }: SaidRefusal,
  caller: Caller,
): SvcError {
  const sent = caller.bearer
    ? "The server rejected the credential"
    : "The server requires a credential, and none was sent";
  return new SvcError(code, said ?? sent, {
    hint: caller.bearerFromEnvironment
      ? "Set SVC_API_KEY to a valid key, or unset it and run 'svc auth login'."
      : hint ??
        "Run 'svc auth login', or check SVC_API_KEY; 'svc auth whoami' shows which one is used.",
    ...optional("details", details),
    status: 401,
  });
}

function limited(
  response: Response,
  { said, hint }: Pick<SaidRefusal, "said" | "hint">,
  caller: Caller,
): SvcError {
  const seconds = retryAfterSeconds(response.headers.get("retry-after"), new Date());
  const wait = seconds === undefined
    ? "a while"
    : `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  return new SvcError("rate_limited", `${said ?? "Too many requests"}: wait ${wait}`, {
    hint: caller.bearer
      ? hint ?? `Try again in ${wait}.`
      : `Try again in ${wait}; log in with 'svc auth login' for a higher limit.`,
    status: 429,
  });
}

const scopeIn = (said: string | undefined) => said && /requires the (.+?) scope/.exec(said)?.[1];

function scopeHint(said: string | undefined): string | undefined {
  const scope = scopeIn(said);
  return scope &&
    `Use a personal key, or create a token with it: svc auth token create --collective <slug> --scopes ${scope}`;
}
