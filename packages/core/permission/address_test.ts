import { deepEqual, equal } from "node:assert/strict";
import { BlockList, isIPv6 } from "node:net";
import fc from "fast-check";
import { addressOf, INTERNAL_RANGES, type InternalKind, internalKind } from "./address.ts";
import { permissionProblem } from "./entry.ts";

/** What is at an address, with the first and the last of each range and those beside it. */
const CASES: [kind: InternalKind | undefined, entries: string[]][] = [
  ["machine", ["127.0.0.1", "127.0.0.0:1", "127.255.255.255", "0.0.0.0", "0.255.255.255", "[::]"]],
  ["machine", ["[::1]:8080", "localhost", "localhost:8080", "app.localhost", "[::ffff:7f00:1]"]],
  ["private", ["10.0.0.0", "10.255.255.255:443", "172.16.0.0", "172.31.255.255", "192.168.0.1"]],
  ["private", ["100.64.0.0", "100.127.255.255", "[fc00::]", "[fdff:ffff::1]:1", "[::ffff:a00:1]"]],
  ["credentials", ["169.254.169.254", "169.254.0.0", "100.100.100.200", "168.63.129.16:80"]],
  ["credentials", ["192.0.0.192", "[fd00:ec2::254]", "[fe80::1]", "[febf::1]", "[::ffff:a9fe:1]"]],
  ["special", ["224.0.0.1", "239.255.255.255", "240.0.0.0", "255.255.255.255", "192.0.0.1"]],
  ["special", ["[ff02::1]"]],
  [undefined, ["9.255.255.255", "11.0.0.0", "126.255.255.255", "128.0.0.0", "172.15.255.255"]],
  [undefined, ["172.32.0.0", "192.167.255.255", "192.169.0.0", "100.63.255.255", "100.128.0.0"]],
  [undefined, ["169.253.255.255", "169.255.0.0", "168.63.129.17", "223.255.255.255", "1.0.0.0"]],
  [undefined, ["[fbff::1]", "[fec0::1]", "[2001:db8::1]", "[::ffff:808:808]", "198.18.0.1"]],
  [undefined, ["a.b", "*.a.b", "*", "private_network", "localhost.example", "xlocalhost"]],
];

for (const [kind, entries] of CASES) {
  Deno.test(`${entries.join(", ")}: ${kind ?? "public, or a name"}`, () => {
    for (const entry of entries) equal(permissionProblem("net", entry), undefined, entry);
    deepEqual(
      entries.map((entry) => [entry, internalKind(entry)]),
      entries.map((one) => [one, kind]),
    );
  });
}

Deno.test("an address is in a range exactly when Node's own list of networks says so", () => {
  const list = new BlockList();
  for (const { text } of INTERNAL_RANGES) {
    const [host, bits] = text.replace(/[[\]]/g, "").split("/");
    list.addSubnet(host!, Number(bits), isIPv6(host!) ? "ipv6" : "ipv4");
  }
  const near = fc.constantFrom(...INTERNAL_RANGES).chain(({ start, bits }) =>
    fc.bigInt(-2n, 2n).map((by) => BigInt.asUintN(128, start + (by << BigInt(128 - bits))))
  );
  fc.assert(
    fc.property(fc.oneof(near, fc.ipV6(), fc.ipV4()), (one) => {
      const text = typeof one === "bigint"
        ? one.toString(16).padStart(32, "0").match(/.{4}/g)!.join(":")
        : one;
      const { hostname } = new URL(text.includes(":") ? `http://[${text}]/` : `http://${text}/`);
      // What is an IPv4 address in another form is compared as one.
      const plain = (addressOf(hostname)! >> 32n) === 0xffffn
        ? [24n, 16n, 8n, 0n].map((shift) => addressOf(hostname)! >> shift & 255n).join(".")
        : hostname.replace(/[[\]]/g, "");
      const expected = list.check(plain, isIPv6(plain) ? "ipv6" : "ipv4");
      equal(internalKind(hostname) !== undefined, expected, hostname);
    }),
    { numRuns: 2000 },
  );
});
