/** What is said of a certificate that no trusted authority vouches for. */
export const UNTRUSTED = "its certificate is not trusted";

/** Why nothing at all was sent, by what tells it. */
const UNSENT = [
  [/connection refused/i, "nothing listens there"],
  [/dns error/i, "its name cannot be resolved"],
  [/certificate|UnknownIssuer/i, UNTRUSTED],
] as const;

/** Why a request got no answer, in a few words. */
export function reasonOf(error: unknown): string {
  const message = messageOf(error);
  return UNSENT.find(([pattern]) => pattern.test(message))?.[1] ??
    message.replace(/^error sending request for url \(.*?\): /, "");
}

/** Whether a request failed before anything of it was sent. */
export function isUnsent(error: unknown): boolean {
  return UNSENT.some(([pattern]) => pattern.test(messageOf(error)));
}

function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
