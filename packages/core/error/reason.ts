import { messageOf } from "./message_of.ts";
import { type Environment, unreachedProxy } from "../proxy/mod.ts";

/** What is said of a certificate that no trusted authority vouches for. */
export const UNTRUSTED = "its certificate is not trusted";

/** What to do where {@linkcode reasonOf} says that. */
export const TRUST_HINT = "Behind a company's proxy or with an authority of your own, set " +
  "NODE_EXTRA_CA_CERTS to the file with its certificate.";

/** What is said of a proxy that has not been given its login. */
const PROXY_LOGIN = "its proxy wants a login";

/** What to do then. */
export const PROXY_HINT =
  "HTTPS_PROXY takes it: http://name:password@host:port, with signs such as " +
  "'@' as '%40'.";

/** What to do where {@linkcode unreachedProxy} says something. */
const UNREACHED_HINT =
  "Correct that variable, or name the host in NO_PROXY where no proxy leads to it.";

/** Why nothing at all was sent, by what tells it. */
const UNSENT = [
  [/connection refused|proxy server unreachable/i, "nothing listens there"],
  [/dns error/i, "its name cannot be resolved"],
  [/opening CA file/i, "the file that DENO_CERT names cannot be read"],
  [/platform certificates/i, "the file that SSL_CERT_FILE names cannot be read"],
  [/certificate|UnknownIssuer/i, UNTRUSTED],
  [/proxy authentication required/i, PROXY_LOGIN],
] as const;

/**
 * Why a request got no answer, in a few words.
 *
 * @param env that of the process which asked; without it no proxy is named
 */
export function reasonOf(error: unknown, env: Environment = () => undefined): string {
  const message = innerMessage(error);
  const proxy = unreachedProxy(message, env);
  const reason = UNSENT.find(([pattern]) => pattern.test(message))?.[1] ??
    message.replace(/^error sending request for url \(.*?\): /, "");
  return proxy === undefined ? reason : `${proxy}: ${reason}`;
}

/** What to do about a reason of {@linkcode reasonOf}, where it alone tells that. */
export function reasonHint(reason: string): string | undefined {
  if (reason === UNTRUSTED) return TRUST_HINT;
  if (reason === PROXY_LOGIN) return PROXY_HINT;
  return /^its proxy .* could not be reached/.test(reason) ? UNREACHED_HINT : undefined;
}

/** Whether a request failed before anything of it was sent. */
export function isUnsent(error: unknown): boolean {
  return UNSENT.some(([pattern]) => pattern.test(innerMessage(error)));
}

/** What an error says; where another one caused it, what that says. */
function innerMessage(error: unknown): string {
  return messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error);
}
