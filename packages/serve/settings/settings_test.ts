import assert from "node:assert/strict";
import { settingsOf } from "./settings.ts";
import type { SettingValues } from "./table.ts";

const TLS: SettingValues = { "cert-file": "/c.pem", "key-file": "/k.pem" };

Deno.test("by default only this machine reaches the server, at 9090, with tokens", () => {
  const { authMode, host, port, tls, publicUrl, trustedProxies, drainMs } = settingsOf({});
  assert.deepEqual(
    { authMode, host, port, tls, publicUrl, trustedProxies, drainMs },
    {
      authMode: "token",
      host: "127.0.0.1",
      port: 9090,
      tls: undefined,
      publicUrl: undefined,
      trustedProxies: [],
      drainMs: 30_000,
    },
  );
});

Deno.test("what was given wins over the file, setting by setting", () => {
  const settings = settingsOf({ port: 1, "behind-proxy": [] }, { port: 2, "max-runs": 3 });
  assert.equal(settings.port, 1);
  assert.equal(settings.limits.maxRuns, 3);
});

for (const host of ["127.0.0.1", "127.9.9.9", "localhost", "LOCALHOST", "::1", "[::1]"]) {
  Deno.test(`${host} is this machine alone and needs no TLS`, () => {
    assert.equal(settingsOf({ host }).tls, undefined);
  });
}

for (
  const host of [
    ...["0.0.0.0", "::", "10.1.2.3", "serve.example.org", "127.0.0.1.example.org"],
    ...["::ffff:10.0.0.1", "localhost.example.org", "128.0.0.1", "fe80::1"],
  ]
) {
  Deno.test(`${host} may be another machine's: without TLS or a proxy it is refused`, () => {
    assert.throws(() => settingsOf({ host }), { code: "usage", message: /sent unencrypted/ });
    assert.deepEqual(settingsOf({ host, ...TLS }).tls, { certFile: "/c.pem", keyFile: "/k.pem" });
    const proxied = { host, "behind-proxy": ["10.0.0.1"], "public-url": "https://a.example" };
    assert.deepEqual(settingsOf(proxied).trustedProxies, ["10.0.0.1"]);
  });
}

for (
  const [what, given, message] of [
    ["a certificate alone", { "cert-file": "/c.pem" }, /--cert-file also needs --key-file/],
    ["a key alone", { "key-file": "/k.pem" }, /--key-file also needs --cert-file/],
    ["a proxy without an address for callers", { "behind-proxy": ["10.0.0.1"] }, /--public-url/],
    ["a proxy by name", { "behind-proxy": ["proxy"], "public-url": "https://a" }, /IP address/],
    ["all addresses as a proxy", { "behind-proxy": ["*"], "public-url": "https://a" }, /IP addr/],
    ["a public address in the clear", { "public-url": "http://a.example" }, /must be https/],
    ["a public address with a path", { "public-url": "https://a.example/x" }, /without a path/],
    ["a public address with a user", { "public-url": "https://a:b@c.example" }, /without a path/],
    ["a public address that is none", { "public-url": "serve" }, /without a path/],
    ["another scheme", { "public-url": "ftp://a.example" }, /without a path/],
    ["a host with a port", { host: "127.0.0.1:80" }, /--host/],
    ["a host with a space", { host: "local host" }, /--host/],
    ["an empty host", { host: "" }, /--host/],
    ["a port too high", { port: 65_536 }, /--port/],
    ["a port below none", { port: -1 }, /--port/],
    ["no run at once", { "max-runs": 0 }, /--max-runs/],
    ["a queue below none", { "max-queue": -1 }, /--max-queue/],
    ["hardly any memory", { "max-run-memory": 1 }, /--max-run-memory/],
  ] as [string, SettingValues, RegExp][]
) {
  Deno.test(`${what} is refused by the name of the option`, () => {
    assert.throws(() => settingsOf(given), { code: "usage", message });
  });
}

Deno.test("times are read as everywhere, and no grace at all can be asked for", () => {
  const settings = settingsOf({ "max-run-time": "5m", drain: "0" });
  assert.equal(settings.limits.timeoutMs, 300_000);
  assert.equal(settings.drainMs, 0);
  assert.equal(settingsOf({ drain: "90" }).drainMs, 90_000);
  assert.throws(() => settingsOf({ drain: "soon" }), { message: /--drain/ });
});

Deno.test("several proxies may be given one by one or by commas, as a variable has them", () => {
  const given = {
    "behind-proxy": ["10.0.0.1, ::1", "10.0.0.2"],
    "public-url": "https://a.example/",
  };
  const { trustedProxies, publicUrl } = settingsOf(given);
  assert.deepEqual(trustedProxies, ["10.0.0.1", "::1", "10.0.0.2"]);
  assert.equal(publicUrl, "https://a.example");
});
