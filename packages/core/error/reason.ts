import { messageOf } from "./message_of.ts";

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

/** Why nothing at all was sent, by what tells it. */
const UNSENT = [
  [/connection refused/i, "nothing listens there"],
  [/dns error/i, "its name cannot be resolved"],
  [/opening CA file/i, "the file that DENO_CERT names cannot be read"],
  [/platform certificates/i, "the file that SSL_CERT_FILE names cannot be read"],
  [/certificate|UnknownIssuer/i, UNTRUSTED],
  [/proxy authentication required/i, PROXY_LOGIN],
] as const;

/** Why a request got no answer, in a few words. */
export function reasonOf(error: unknown): string {
  const message = innerMessage(error);
  return UNSENT.find(([pattern]) => pattern.test(message))?.[1] ??
    message.replace(/^error sending request for url \(.*?\): /, "");
}

/** What to do about a reason of {@linkcode reasonOf}, where it alone tells that. */
export function reasonHint(reason: string): string | undefined {
  return reason === UNTRUSTED ? TRUST_HINT : reason === PROXY_LOGIN ? PROXY_HINT : undefined;
}

/** Whether a request failed before anything of it was sent. */
export function isUnsent(error: unknown): boolean {
  return UNSENT.some(([pattern]) => pattern.test(innerMessage(error)));
}

/** What an error says; where another one caused it, what that says. */
function innerMessage(error: unknown): string {
  return messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error);
}
