/** An IPv4 address as a socket that listens to both kinds has it. */
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/**
 * The client's address: the connection's own, or, when that is a trusted proxy, the last address
 * of `X-Forwarded-For` that is not one. An address a stranger wrote is never believed.
 */
export function clientAddress(
  request: { headers: Pick<Headers, "get"> },
  connection: string | undefined,
  trusted: readonly string[],
): string {
  const own = plain(connection ?? "unknown");
  const isTrusted = (address: string) => isTrustedProxy(address, trusted);
  if (!isTrusted(own)) return own;
  const hops = (request.headers.get("x-forwarded-for") ?? "").split(",")
    .map((hop) => plain(hop.trim())).filter((hop) => hop !== "");
  return hops.findLast((hop) => !isTrusted(hop)) ?? own;
}

/** True when the other end of the connection is a trusted proxy. */
export function isTrustedProxy(
  connection: string | undefined,
  trusted: readonly string[],
): boolean {
  const own = plain(connection ?? "unknown");
  return trusted.some((one) => plain(one) === own);
}

function plain(address: string): string {
  return address.replace(MAPPED, "");
}
