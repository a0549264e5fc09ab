import { type ErrorCode, PROXY_HINT, SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";

const LARGEST_MIB = Math.ceil(LIMITS.archive.packedBytes / 1024 / 1024);

/** What a proxy says by its status, and what the people who run it can do. */
const ANSWERS: Readonly<Record<number, { code: ErrorCode; what: string; hint: string }>> = {
  407: { code: "unavailable", what: "wants a login", hint: PROXY_HINT },
  413: {
    code: "body_too_large",
    what: "does not take a body of that size",
    hint: `The registry takes archives up to ${LARGEST_MIB} MiB. Ask its operator to raise the ` +
      `proxy's limit: 'client_max_body_size ${LARGEST_MIB}m;' in nginx, ` +
      `'request_body { max_size ${LARGEST_MIB}MiB }' in Caddy.`,
  },
  502: {
    code: "unavailable",
    what: "got no answer from the server behind it",
    hint:
      "Try again in a moment. If it keeps failing, ask its operator whether the server is running.",
  },
  503: {
    code: "unavailable",
    what: "is not accepting requests",
    hint: "Try again in a moment.",
  },
  504: {
    code: "unavailable",
    what: "waited too long for the server behind it",
    hint:
      "Try again in a moment. If it keeps failing, ask the operator to raise the proxy's time " +
      "limit: 'proxy_read_timeout 120s;' and 'proxy_send_timeout 120s;' in nginx.",
  },
};

/** Any other status. */
const UNKNOWN = {
  code: "unavailable" as const,
  what: "refused the request without a reason",
  hint: "Check the address. If it is correct, ask its operator.",
};

/**
 * The refusal of whatever stands between the client and a server of svc. That one refuses with JSON, so
 * any other body is not its own, and is not shown.
 *
 * @param sentBytes the size of what was sent, when it matters
 */
export function proxyRefusal(
  { status, url, headers }: Pick<Response, "status" | "url" | "headers">,
  sentBytes?: number,
): SvcError {
  const { code, what, hint } = ANSWERS[status] ?? UNKNOWN;
  const sent = sentBytes === undefined ? "" : ` to ${megabytes(sentBytes)}`;
  const by = programOf(headers.get("server"));
  return new SvcError(
    code,
    `A proxy in front of ${new URL(url).host}${by} answered ${status}${sent}: it ${what}`,
    { hint, status },
  );
}

/** True for a status that a proxy gives of itself; a server of svc explains it in JSON. */
export function isProxyStatus(status: number): boolean {
  return Object.hasOwn(ANSWERS, status);
}

/** ` (nginx)`, from what a `Server` header names. */
function programOf(server: string | null): string {
  const name = /^[A-Za-z][A-Za-z0-9 .-]{0,30}/.exec(server ?? "")?.[0].trim();
  return name ? ` (${name})` : "";
}

function megabytes(bytes: number): string {
  return bytes < 100_000
    ? `${bytes} bytes`
    : `${(bytes / 1_000_000).toFixed(1).replace(/\.0$/, "")} MB`;
}
