/**
 * The client's address: the connection's own, or, when that is a trusted proxy, the last address
 * of `X-Forwarded-For` that is not one. An address a stranger wrote is never believed.
 */
export function clientAddress(
  request: Request,
  connection: string | undefined,
  trusted: readonly string[],
): string {
  const own = connection ?? "unknown";
  if (!trusted.includes(own)) return own;
  const hops = (request.headers.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim())
    .filter((hop) => hop !== "");
  return hops.findLast((hop) => !trusted.includes(hop)) ?? own;
}
