import { deepEqual, equal } from "node:assert/strict";
import { BlockList } from "node:net";
import { internalKind } from "@svc/core/permission";
import fc from "fast-check";
import { namesAreIpv4, netRules } from "./network.ts";

const OWN = ["127.0.0.1", "[::1]", "192.168.1.7", "[2001:db8::7]", "[fd00::7]", "[fe80::7]"];

function denied(granted: string[], more: { proxies?: string[]; policy?: string[] } = {}): string[] {
  const { proxies = [], policy = [] } = more;
  return [...netRules(granted, policy, { proxies, own: OWN })!.deny];
}

Deno.test("IPv4: what is denied is every internal address but those that were granted, and no other", () => {
  const address = fc.oneof(
    fc.ipV4(),
    fc.constantFrom("10.0.0.1", "10.0.0.2", "127.0.0.1", "0.0.0.0", "169.254.169.254", "1.1.1.1")
      .chain((one) => fc.constantFrom(one, one.replace(/\d+$/, (last) => `${Number(last) ^ 1}`))),
  );
  fc.assert(fc.property(fc.array(address, { maxLength: 4 }), fc.array(address), (open, targets) => {
    const list = new BlockList();
    for (const entry of denied(["a.b", ...open])) {
      const [host, bits] = entry.split("/");
      if (bits !== undefined) list.addSubnet(host!, Number(bits));
    }
    for (const target of [...targets, ...open]) {
      const expected = internalKind(target) !== undefined && !open.includes(target);
      equal(list.check(target), expected, target);
    }
  }));
});

/** Granted entries, and which of these are not denied as a whole then. */
const TARGETS = ["127.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "169.254.0.0/16", "[::1]", "[::]"]
  .concat("100.100.100.200/32", "[fd00:ec2::254]", "[fe80::7]", "[fd00::7]");
const PRIVATE = ["10.0.0.0/8", "100.64.0.0/10", "[fd00::7]"];
const CASES: [granted: string[], open: string[]][] = [
  [["a.b"], []],
  [["*"], []],
  [["a.b", "8.8.8.8"], []],
  // All of the private network, but neither this machine nor what hands out credentials.
  [["a.b", "private_network"], PRIVATE],
  [["*", "private_network"], PRIVATE],
  [["localhost:1"], ["127.0.0.0/8", "[::1]"]],
  [["[fd00:ec2::254]", "[fd00::7]:1"], ["[fd00:ec2::254]", "[fd00::7]"]],
  [["a.b", "169.254.169.254"], ["169.254.0.0/16"]],
];

for (const [granted, open] of CASES) {
  Deno.test(`${granted.join(", ")}: internal addresses stay closed but for what was granted`, () => {
    const deny = denied(granted);
    deepEqual(TARGETS.filter((one) => !deny.includes(one)), open);
  });
}

Deno.test("an address that is granted at a port is closed to names with other ports", () => {
  const ports = (granted: string[], proxies: string[] = []) =>
    denied(granted, { proxies }).filter((entry) => /\d:\d+$|\]:\d+$/.test(entry));
  deepEqual(ports(["a.b:443", "127.0.0.1:8080"]), ["127.0.0.1:443"]);
  deepEqual(ports(["a.b:443", "c.d:8080", "localhost:8080"]), ["127.0.0.1:443", "[::1]:443"]);
  deepEqual(ports(["a.b:443", "127.0.0.1"]), []);
  deepEqual(ports(["a.b:443", "127.0.0.1:8080", "127.0.0.1:443"]), []);
  deepEqual(ports(["a.b:443", "10.0.0.9:8080"], ["10.0.0.1:3128"]), [
    "10.0.0.9:443",
    "10.0.0.1:443",
  ]);
});

Deno.test("what the policy denies is denied beside, and private_network is no host", () => {
  deepEqual(denied(["*"], { policy: ["a.b", "private_network", "10.0.0.1"] }).slice(-2), [
    "a.b",
    "10.0.0.1",
  ]);
  deepEqual(netRules(["a.b", "private_network"], [], { proxies: [], own: [] })!.allow, ["a.b"]);
  equal(netRules(["private_network"], [], { proxies: ["10.0.0.1:1"], own: [] }), undefined);
  equal(netRules([], [], { proxies: ["10.0.0.1:1"], own: [] }), undefined);
});

Deno.test("names are looked up as IPv4 only, but where only IPv6 leads out or an IPv6 address was granted", () => {
  const four = "Iface\tDestination\tGateway\neth0\t00000000\t010200C0\t0003\n";
  const local = "Iface\tDestination\tGateway\neth0\t000200C0\t00000000\t0001\n";
  const zero = "0".repeat(32);
  const six = `${zero} 00 ${zero} 00 fd${"0".repeat(29)}1 00000400 00000002 0 00000003     eth0\n`;
  const none = `${zero} 00 ${zero} 00 ${zero} ffffffff 00000001 00000000 00200200       lo\n`;
  const only = (granted: string[], v4: string, v6: string) =>
    namesAreIpv4(granted, (version) => version === 4 ? v4 : v6);
  equal(only(["a.b"], four, six), true);
  equal(only(["a.b"], local, none), true);
  equal(only(["a.b"], "", ""), true);
  equal(only(["a.b"], local, six), false);
  equal(only(["a.b", "[::1]:80"], four, six), true);
  equal(only(["a.b", "private_network"], four, six), true);
  equal(only(["a.b", "[fd00::5]:443"], four, six), false);
});
