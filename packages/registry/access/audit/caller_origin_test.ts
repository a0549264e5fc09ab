import assert from "node:assert/strict";
import { callerOrigin } from "./caller_origin.ts";

/** Address and network. Addresses for documentation (RFC 5737, RFC 3849), and RFC 5952's forms. */
const NETWORKS: readonly [string, string | null][] = [
  ["203.0.113.77", "203.0.113.0/24"],
  ["::ffff:203.0.113.77", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:0DB8:0001::6", "2001:db8:1::/48"],
  ["2001:db8::1:0:0:1", "2001:db8:0::/48"],
  ["::1", "0:0:0::/48"],
  ["::", "0:0:0::/48"],
  ["fe80::1%eth0", "fe80:0:0::/48"],
  ["unknown", null],
  ["", null],
  ["203.0.113", null],
];

for (const [address, network] of NETWORKS) {
  Deno.test(`an event keeps the network of '${address}', not the address`, () => {
    assert.equal(callerOrigin({ request: { headers: new Headers() }, address }).network, network);
  });
}

/** User-Agents as these programs send them. */
const CLIENTS: readonly [string, string | null][] = [
  ["svc-cli/2026.11.28.1", "svc-cli/2026.11.28.1"],
  ["curl/8.14.1", "curl/8.14.1"],
  ["git/2.47.3 (linux)", "git/2.47.3"],
  [
    "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
    "Firefox",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) " +
    "Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
    "Edge",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
    "Version/26.0 Safari/605.1.15",
    "Safari",
  ],
  ["Mozilla/5.0 (compatible)", "a browser"],
  ["<script>alert(1)</script>", null],
  ["a".repeat(500), "a".repeat(40)],
  ["", null],
];

for (const [userAgent, client] of CLIENTS) {
  Deno.test(`an event keeps what kind of client '${userAgent.slice(0, 60)}' is`, () => {
    const headers = new Headers({ "user-agent": userAgent });
    assert.equal(callerOrigin({ request: { headers }, address: "" }).client, client);
  });
}
