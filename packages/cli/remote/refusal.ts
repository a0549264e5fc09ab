import { type ErrorCode, reasonHint, reasonOf, SvcError, UNTRUSTED } from "@svc/core/error";
import { shellWord } from "@svc/core/text";
import { isProxyStatus, proxyRefusal } from "../client/proxy.ts";
import {
  optional,
  readRefusal,
  redirectTarget,
  refusalIn,
  type SaidRefusal,
  STATUS_CODES,
} from "../client/refusal_body.ts";
import { retryAfterSeconds } from "../client/retry_after.ts";
import type { ServerAddress } from "./server_address.ts";

/** Checks the address. */
const CHECK = "Check the address; 'svc serve' prints it when it starts.";

const CHECK_PLACE =
  "Check that 'svc serve' runs there and that --server or SVC_SERVE_URL names it.";

const TRUST =
  "For a certificate of your own give --ca-cert <file> or set SVC_CA_CERT: that of its " +
  "authority, or a self-signed one with basicConstraints CA:FALSE. It has to name this host.";

/** The refusal of a server, with the code, hint and details that the command gives here. Reads the body. */
export async function serverRefusal(server: ServerAddress, response: Response): Promise<SvcError> {
  const { status } = response;
  if (status >= 300 && status < 400) return await redirected(server, response);
  const refusal = await readRefusal(response);
  if (refusal.foreign && status !== 413 && isProxyStatus(status)) return proxyRefusal(response);
  if (status === 401 && refusal.foreign !== "page") return notLoggedIn(server, refusal);
  if (status === 429) return tooMany(response, refusal.foreign === "page" ? {} : refusal);
  const { said = `${server.url} answered ${status} without a reason` } = refusal;
  const code = refusal.code ?? STATUS_CODES[status] ?? "unavailable";
  const hint = refusal.hint ??
    (refusal.code !== undefined ? undefined : status === 404 ? CHECK : "Try again in a moment.");
  return withoutToken(server, code, said, { ...refusal, ...optional("hint", hint), status });
}

/** The error of a run, as a server reports it. */
export function runError(server: ServerAddress, body: unknown): SvcError {
  const refusal = typeof body === "object" && body !== null ? refusalIn(body) : {};
  const { code = "run_failed", said = "The run failed; the server does not report it why" } =
    refusal;
  return withoutToken(server, code, said, refusal);
}

/** A 2xx answer of another kind than was asked for. Its body is left unread. */
export async function strangeAnswer(
  { url }: ServerAddress,
  response: Response,
): Promise<SvcError> {
  await response.body?.cancel().catch(() => {});
  const type = response.headers.get("content-type") ?? "nothing";
  const what = type.includes("text/html") ? "a web page" : type;
  return new SvcError("unavailable", `${url} sent ${what}, which is not an answer of 'svc serve'`, {
    hint: CHECK,
    status: response.status,
  });
}

/** No answer at all: the connection failed, broke, or took too long. */
export function unanswered(
  { url }: ServerAddress,
  error: unknown,
  patienceMs: number,
): SvcError {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "TimeoutError") {
    return new SvcError("timeout", `${url} did not answer within ${patienceMs / 1000} s`, {
      hint: "Try again; the server may be busy.",
      cause: error,
    });
  }
  if (name === "AbortError") return new SvcError("cancelled", "Interrupted", { cause: error });
  const reason = reasonOf(error, (name) => Deno.env.get(name));
  return new SvcError(
    "server_unreachable",
    `Could not connect: ${url} cannot be reached: ${reason}`,
    {
      hint: reason === UNTRUSTED ? TRUST : reasonHint(reason) ?? CHECK_PLACE,
      cause: error,
    },
  );
}

async function redirected({ url }: ServerAddress, response: Response): Promise<SvcError> {
  await response.body?.cancel().catch(() => {});
  const where = redirectTarget(response);
  return new SvcError("unavailable", `${url} redirects ${where}; the token was not sent there`, {
    hint: "If that is the correct server, log in to it: svc auth server-login --server <url>.",
    status: response.status,
  });
}

function notLoggedIn(server: ServerAddress, { code, said }: SaidRefusal): SvcError {
  const message = said ?? `${server.url} rejected the token`;
  const hint = server.tokenFrom === "SVC_SERVER_TOKEN"
    ? "Set SVC_SERVER_TOKEN to a valid token, or unset it and log in."
    : `Log in again: svc auth server-login --server ${shellWord(server.url)}`;
  return withoutToken(server, code ?? "not_authenticated", message, { hint, status: 401 });
}

function tooMany(response: Response, { code, said, hint }: SaidRefusal): SvcError {
  const seconds = retryAfterSeconds(response.headers.get("retry-after"), new Date());
  const wait = seconds === undefined ? "in a while" : `in ${seconds} s`;
  return new SvcError(code ?? "rate_limited", said ?? "Too many requests", {
    hint: hint ?? `Try again ${wait}.`,
    status: 429,
  });
}

type Parts = Pick<SaidRefusal, "hint" | "details" | "grants"> & { status?: number };

/** An error of the parts, in which the token is not repeated should the server do so. */
function withoutToken(
  { token }: ServerAddress,
  code: ErrorCode,
  said: string,
  { hint, details, grants, status }: Parts,
): SvcError {
  const secret = token.slice(token.indexOf(".") + 1);
  const hide = (text: string) => text.replaceAll(token, "***").replaceAll(secret, "***");
  return new SvcError(code, hide(said), {
    ...optional("hint", hint === undefined ? undefined : hide(hint)),
    ...optional(
      "details",
      details?.map(({ path, message }) => ({ path: hide(path), message: hide(message) })),
    ),
    ...optional("grants", grants?.map(hide)),
    ...optional("status", status),
  });
}
