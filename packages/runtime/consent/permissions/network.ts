import {
  addressOf,
  type AddressRange,
  holdsAddress,
  INTERNAL_RANGES,
  internalKind,
  isLocalhost,
  netEntry,
  PRIVATE_NETWORK,
} from "@svc/core/permission";

/** What the network of a run is, beside its permissions. */
export interface Surroundings {
  /** `address:port` of the proxies that the run's own requests go through. */
  proxies: readonly string[];
  /** This machine's addresses, as {@linkcode ownAddresses} has them. */
  own: readonly string[];
}

/** Services of this machine that act for the person, behind sockets that any host would open. */
const SOCKETS = [
  "/run/docker.sock",
  "/var/run/docker.sock",
  "/run/podman/podman.sock",
  "/run/containerd/containerd.sock",
  "/run/dbus/system_bus_socket",
];

/** What is granted, and what is denied of it. */
export interface NetRules {
  /** Undefined for every host. */
  allow: readonly string[] | undefined;
  deny: readonly string[];
}

/**
 * The rules of Deno for `net` entries; undefined where nothing is granted. Deno compares what is denied
 * with the address that it then connects to, so a name leads to this machine or a private network only
 * where that was granted: by the address, by `localhost`, or all of it by `private_network`.
 *
 * What Deno denies nothing opens again, so granted addresses are cut out of the ranges. Of IPv6 it takes
 * no ranges: single addresses are denied, this machine's among them, and {@linkcode namesAreIpv4} keeps
 * names from all others.
 */
export function netRules(
  granted: readonly string[],
  denied: readonly string[],
  { proxies, own }: Surroundings,
): NetRules | undefined {
  const hosts = granted.filter((entry) => entry !== PRIVATE_NETWORK);
  if (hosts.length === 0) return undefined;
  const every = hosts.includes("*");
  const open = openAddresses([...hosts, ...proxies]);
  const ranges = INTERNAL_RANGES.filter(({ kind }) =>
    kind !== "private" || !granted.includes(PRIVATE_NETWORK)
  );
  const ports = new Set(hosts.flatMap((entry) => portOfName(entry) ?? []));
  return {
    allow: every ? undefined : hosts,
    deny: [
      ...(every ? SOCKETS.map((path) => `unix:${path}`) : []),
      ...ranges.flatMap((range) => closedIn(range, [...open.keys()])),
      ...own.filter((host) => host.startsWith("[") && !open.has(addressOf(host)!))
        .filter((host) => ranges.some((range) => holdsAddress(range, addressOf(host)!))),
      // Of an address that is open at one port, a name with another port gets nothing.
      ...[...open.values()].flatMap(({ host, at }) =>
        at.has(undefined) ? [] : [...ports].filter((port) => !at.has(port))
          .map((port) => `${host}:${port}`)
      ),
      ...denied.filter((entry) => entry !== PRIVATE_NETWORK),
    ],
  };
}

/** An address that was granted by itself, with its ports; undefined among them is every port. */
interface OpenAddress {
  host: string;
  at: Set<string | undefined>;
}

function openAddresses(entries: readonly string[]): Map<bigint, OpenAddress> {
  const open = new Map<bigint, OpenAddress>();
  for (const entry of entries) {
    const { host, port } = netEntry(entry)!;
    for (const one of isLocalhost(host) ? ["127.0.0.1", "[::1]"] : [host]) {
      const address = addressOf(one);
      if (address === undefined || internalKind(one) === undefined) continue;
      const { at } = open.get(address) ?? { at: new Set() };
      open.set(address, { host: one, at: at.add(port) });
    }
  }
  return open;
}

function portOfName(entry: string): string | undefined {
  const { host, port } = netEntry(entry)!;
  return addressOf(host) === undefined ? port : undefined;
}

/** What of a range is denied, in the form that Deno takes. */
function closedIn(
  { text, start, bits }: AddressRange & { text: string },
  open: readonly bigint[],
): string[] {
  if (text.startsWith("[")) {
    return bits === 128 && !open.includes(start) ? [text.slice(0, text.lastIndexOf("/"))] : [];
  }
  return without({ start, bits }, open).map((range) =>
    `${[24n, 16n, 8n, 0n].map((shift) => range.start >> shift & 255n).join(".")}/${range.bits - 96}`
  );
}

/** A range in pieces that hold none of the addresses. */
function without(range: AddressRange, addresses: readonly bigint[]): AddressRange[] {
  if (!addresses.some((address) => holdsAddress(range, address))) return [range];
  if (range.bits === 128) return [];
  const bits = range.bits + 1;
  return [range.start, range.start + (1n << BigInt(128 - bits))]
    .flatMap((start) => without({ start, bits }, addresses));
}

/**
 * True when names are to be looked up as IPv4 addresses alone: those of IPv6 Deno cannot compare with a
 * range, and `::ffff:10.0.0.1` is an IPv4 address in disguise. Where nothing but IPv6 leads out, and
 * where an IPv6 address of another machine was granted, names keep it.
 */
export function namesAreIpv4(
  granted: readonly string[],
  routes: (version: 4 | 6) => string = routesOf,
): boolean {
  if (granted.some((entry) => entry.startsWith("[") && internalKind(entry) !== "machine")) {
    return false;
  }
  return /^\S+\t0{8}\t/m.test(routes(4)) || !/^0{32} 00 (?!.* lo$)/m.test(routes(6));
}

/** The kernel's table of routes; empty where it has none to read. */
function routesOf(version: 4 | 6): string {
  try {
    return Deno.readTextFileSync(version === 4 ? "/proc/net/route" : "/proc/net/ipv6_route");
  } catch {
    return "";
  }
}

/** The addresses of this machine, those of IPv6 in brackets. */
export function ownAddresses(): string[] {
  return Deno.networkInterfaces().map(({ family, address }) =>
    family === "IPv6" ? `[${address.split("%")[0]}]` : address
  );
}
