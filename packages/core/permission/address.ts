import { netEntry, PRIVATE_NETWORK } from "./host.ts";
import { placeholderIn } from "./placeholder.ts";

/** What is at an address that is not of the public internet. */
export type InternalKind = "machine" | "private" | "credentials" | "special";

/** Addresses that begin alike; those of IPv4 as `::ffff:a.b.c.d` has them. */
export interface AddressRange {
  start: bigint;
  /** How many of the 128 bits they have in common. */
  bits: number;
}

/** A range of addresses that a name leads to only where that was granted. */
interface InternalRange extends AddressRange {
  /** As it is written, with an IPv6 address in brackets. */
  text: string;
  kind: InternalKind;
}

/**
 * Of two ranges that hold an address, the first says what it is. 198.18.0.0/15 is not among them: tools
 * that take all connections of a machine let every name lead there.
 */
const INTERNAL: readonly (readonly [kind: InternalKind, range: string])[] = [
  // The services of clouds that hand out credentials, and the local link, where most of them are.
  ["credentials", "169.254.0.0/16"],
  ["credentials", "100.100.100.200/32"],
  ["credentials", "168.63.129.16/32"],
  ["credentials", "192.0.0.192/32"],
  ["credentials", "[fd00:ec2::254]/128"],
  ["credentials", "[fd00:ec2::23]/128"],
  ["credentials", "[fd20:ce::254]/128"],
  ["credentials", "[fe80::a9fe:a9fe]/128"],
  ["credentials", "[fe80::]/10"],
  ["machine", "127.0.0.0/8"],
  ["machine", "0.0.0.0/8"],
  ["machine", "[::1]/128"],
  ["machine", "[::]/128"],
  ["private", "10.0.0.0/8"],
  ["private", "172.16.0.0/12"],
  ["private", "192.168.0.0/16"],
  ["private", "100.64.0.0/10"],
  ["private", "[fc00::]/7"],
  ["special", "192.0.0.0/24"],
  ["special", "224.0.0.0/3"],
  ["special", "[ff00::]/8"],
];

/** Every range of addresses that are not of the public internet. */
export const INTERNAL_RANGES: readonly InternalRange[] = INTERNAL.map(([kind, text]) => {
  const [host, bits] = text.split("/");
  const start = addressOf(host!)!;
  return { kind, text, start, bits: Number(bits) + (host!.startsWith("[") ? 0 : 96) };
});

/** An address as a number; undefined for a name, and for what is no host. */
export function addressOf(host: string): bigint | undefined {
  if (host.startsWith("[")) {
    // A URL writes each address in one way only, with one `::` at most.
    const plain = URL.parse(`http://${host}/`)?.hostname;
    if (!plain?.startsWith("[")) return undefined;
    const [head, tail] = plain.slice(1, -1).split("::")
      .map((part) => part === "" ? [] : part.split(":"));
    const zeros = tail === undefined ? 0 : 8 - head!.length - tail.length;
    const groups = [...head!, ...Array.from({ length: zeros }, () => "0"), ...tail ?? []];
    return BigInt(`0x${groups.map((group) => group.padStart(4, "0")).join("")}`);
  }
  if (!/^\d{1,3}(?:\.\d{1,3}){3}$/.test(host)) return undefined;
  const value = host.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  return 0xffff_0000_0000n + value;
}

/** True when the range holds the address. */
export function holdsAddress({ start, bits }: AddressRange, address: bigint): boolean {
  return (address ^ start) >> BigInt(128 - bits) === 0n;
}

/** True for the names that are this machine everywhere (RFC 6761). */
export function isLocalhost(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost");
}

/** What a `net` entry grants beside the public internet; undefined for a name or a public address. */
export function internalKind(entry: string): InternalKind | undefined {
  const host = netEntry(entry)?.host ?? "";
  if (isLocalhost(host)) return "machine";
  const address = addressOf(host);
  if (address === undefined) return undefined;
  return INTERNAL_RANGES.find((range) => holdsAddress(range, address))?.kind;
}

/** True when one `net` entry grants all hosts and ports of another. */
export function coversNet(granted: string, wanted: string): boolean {
  // Any public host: what is in a private network is granted by itself.
  if (granted === "*") return wanted !== PRIVATE_NETWORK && internalKind(wanted) === undefined;
  if (wanted === "*" || [granted, wanted].some((one) => placeholderIn(one))) return false;
  const [all, part] = [netEntry(granted), netEntry(wanted)];
  if (all === undefined || part === undefined) return false;
  if (all.port !== undefined && all.port !== part.port) return false;
  // As Deno sees it, `*.example.com` is example.com itself, too.
  return (all.below || !part.below) &&
    (all.host === part.host || all.below && part.host.endsWith(`.${all.host}`));
}
