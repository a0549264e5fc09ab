import { isIPv6 } from "node:net";

const GROUPS = 8;

/**
 * What one machine or household has of the network, to count it as one: an IPv4 address, or the first
 * 64 bits of an IPv6 address, of which everybody has as many as they like (RFC 6177). Any other text
 * stays as it is.
 */
export function networkOf(address: string): string {
  return ipv6Prefix(address, 4) ?? address;
}

/**
 * The first groups of 16 bits of an IPv6 address, written as a network: `2001:db8:1::/48` for three.
 *
 * @returns undefined for any other text
 */
export function ipv6Prefix(address: string, groups: number): string | undefined {
  // Each request asks for its own address, which mostly is one of IPv4.
  if (!address.includes(":")) return undefined;
  const [bare] = address.split("%");
  if (!isIPv6(bare!)) return undefined;
  // A URL writes each address in one way only, with one `::` at most.
  const [head, tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split("::")
    .map((part) => part === "" ? [] : part.split(":"));
  const zeros = tail === undefined ? 0 : GROUPS - head!.length - tail.length;
  const all = [...head!, ...Array.from({ length: zeros }, () => "0"), ...tail ?? []];
  return `${all.slice(0, groups).join(":")}::/${groups * 16}`;
}
