import { isIPv6 } from "node:net";

const GROUPS = 8;

/**
 * What one machine or household has of the network, to count it as one: an IPv4 address, or the first
 * 64 bits of an IPv6 address, of which everybody has as many as they like (RFC 6177). Any other text
 * stays as it is.
 */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [bare] = address.split("%");
  if (!isIPv6(bare!)) return address;
  // A URL writes each address in one way only, with one `::` at most.
  const [head, tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split("::")
    .map((part) => part === "" ? [] : part.split(":"));
  const zeros = tail === undefined ? 0 : GROUPS - head!.length - tail.length;
  const groups = [...head!, ...Array.from({ length: zeros }, () => "0"), ...tail ?? []];
  return `${groups.slice(0, GROUPS / 2).join(":")}::/64`;
}
