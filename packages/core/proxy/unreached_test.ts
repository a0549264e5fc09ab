import assert from "node:assert/strict";
import { unreachedProxy } from "./unreached.ts";

const unreached = (url: string, why = "tcp connect error: Connection refused (os error 111)") =>
  `error sending request for url (${url}): client error (Connect): ${why}`;
const HTTPS = { HTTPS_PROXY: "http://ada:s3cret@proxy.example:3128" };

Deno.test("a proxy that was not reached is named with its variable, without who logs in", () => {
  const named = (url: string, env: Record<string, string>, why?: string) =>
    /proxy (\S+ \(from \w+\))/.exec(unreachedProxy(unreached(url, why), (name) => env[name]) ?? "")
      ?.[1];
  const api = "https://api.example/x";
  assert.equal(named(api, HTTPS), "proxy.example:3128 (from HTTPS_PROXY)");
  assert.equal(named(api, HTTPS, "dns error: x"), "proxy.example:3128 (from HTTPS_PROXY)");
  assert.equal(named(api, { https_proxy: "10.0.0.1:80" }), "10.0.0.1 (from https_proxy)");
  const socks = { ALL_PROXY: "socks5://10.0.0.1:1", ...HTTPS };
  assert.equal(named(api, socks, "Proxy server unreachable"), "10.0.0.1:1 (from ALL_PROXY)");
  assert.equal(named("http://api.example/", HTTPS), undefined);
  assert.equal(named(api, { HTTPS_PROXY: "" }), undefined);
  assert.equal(named(api, HTTPS, "invalid peer certificate: UnknownIssuer"), undefined);
  for (const direct of ["*", "x, example", ".example", "api.example"]) {
    assert.equal(named(api, { ...HTTPS, NO_PROXY: direct }), undefined, direct);
  }
  assert.equal(named("https://10.0.0.1/", { ...HTTPS, no_proxy: "10.0.0.0/8" }), undefined);
  const range = { ...HTTPS, NO_PROXY: "127.0.0.0/8,::1" };
  assert.notEqual(named("https://10.0.0.1/", range), undefined);
  assert.equal(named("https://127.1.0.1/", range), undefined);
  assert.equal(named("https://[::1]:8787/", range), undefined);
  assert.notEqual(named(api, { ...HTTPS, NO_PROXY: "ample,10.0.0.0/8" }), undefined);
});
