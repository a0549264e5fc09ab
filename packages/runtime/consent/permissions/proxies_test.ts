import { deepEqual } from "node:assert/strict";
import { proxyAddresses } from "./proxies.ts";

/** What the environment names, and the addresses it stands for. */
const CASES: [environment: Record<string, string>, addresses: string[]][] = [
  [{}, []],
  [{ HTTPS_PROXY: "http://10.0.0.1:3128" }, ["10.0.0.1:3128"]],
  [{ https_proxy: "10.0.0.1:3128" }, ["10.0.0.1:3128"]],
  [{ HTTP_PROXY: "http://user:pass@10.0.0.1", http_proxy: "https://10.0.0.2/" }, [
    "10.0.0.1:80",
    "10.0.0.2:443",
  ]],
  [{ HTTP_PROXY: "http://10.0.0.1:8080", HTTPS_PROXY: "http://10.0.0.1:8080" }, ["10.0.0.1:8080"]],
  [{ ALL_PROXY: "socks5h://10.0.0.1" }, ["10.0.0.1:1080"]],
  [{ HTTP_PROXY: "http://[fd00::1]:3128" }, ["[fd00::1]:3128"]],
  [{ HTTP_PROXY: "http://localhost:3128" }, ["localhost:3128"]],
  [{ HTTP_PROXY: "", NO_PROXY: "10.0.0.1", PROXY: "http://10.0.0.1" }, []],
  [{ HTTP_PROXY: "http://", HTTPS_PROXY: "http://no such host:1" }, []],
];

for (const [environment, addresses] of CASES) {
  Deno.test(`the proxies of ${JSON.stringify(environment)} are ${addresses.join(", ") || "none"}`, async () => {
    deepEqual(await proxyAddresses(environment), addresses);
  });
}

Deno.test("a proxy's name stands for every address that it leads to", async () => {
  const proxy = { HTTPS_PROXY: "http://proxy.corp:3128" };
  deepEqual(await proxyAddresses(proxy, () => Promise.resolve(["10.0.0.1", "fd00::1"])), [
    "10.0.0.1:3128",
    "[fd00::1]:3128",
  ]);
  deepEqual(await proxyAddresses(proxy, () => Promise.reject(new Error("no network"))), []);
});
