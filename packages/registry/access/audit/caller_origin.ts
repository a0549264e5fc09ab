import { ipv6Prefix } from "@svc/http/rate";
import { isIPv4 } from "node:net";

/** From where somebody acted, as far as it is kept. */
export interface CallerOrigin {
  /** The network of the address: /24 of IPv4, /48 of IPv6. Null for what is not an address. */
  network: string | null;
  /** The kind of client, such as `svc-cli/2026.11.28` or `Firefox`; null where it did not say. */
  client: string | null;
}

/** Browsers by what their User-Agent has, the particular ones before those that they copy. */
const BROWSERS = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

/** A product as RFC 9110 writes it. */
const PRODUCT = /^[\w.+-]{1,40}(?:\/[\w.+-]{1,24})?/;

/** From where a request comes, without what would tell one person from their neighbours. */
export function callerOrigin(
  { request, address }: { request: { headers: Pick<Headers, "get"> }; address: string },
): CallerOrigin {
  return {
    network: prefixOf(address),
    client: clientOf(request.headers.get("user-agent") ?? ""),
  };
}

function prefixOf(address: string): string | null {
  const bare = address.split("%")[0]!.replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIPv4(bare)) return `${bare.split(".").slice(0, 3).join(".")}.0/24`;
  return ipv6Prefix(bare, 3) ?? null;
}

function clientOf(userAgent: string): string | null {
  if (userAgent.startsWith("Mozilla/")) {
    return BROWSERS.find(([part]) => userAgent.includes(part))?.[1] ?? "a browser";
  }
  return PRODUCT.exec(userAgent)?.[0] ?? null;
}
