import assert from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { temporaryConfig } from "../testing/host.ts";
import { storeLogin } from "./auth_file.ts";
import { deviceId } from "./device.ts";
import { currentLogin, requireKey } from "./login.ts";
import { isSameServer, isUnencrypted, parseServer } from "./server.ts";

const KEY = "svc_0123456789abcdef0123456789abcdef";
const host = (path: string, env: Record<string, string> = {}) => ({
  env: (name: string) => name === "XDG_CONFIG_HOME" ? path : env[name],
});
const stored = (serverUrl: string) => ({
  serverUrl,
  apiKey: KEY,
  apiKeyId: "k",
  username: "ada",
  collectives: [],
});

Deno.test("SVC_API_KEY wins over auth.json, whose server is then not used (spec 5.3)", async () => {
  await using config = await temporaryConfig();
  await storeLogin(host(config.path), stored("https://a.example"));
  const login = await currentLogin(host(config.path, { SVC_API_KEY: "svc_env" }));
  assert.equal(login.apiKey, "svc_env");
  assert.equal(login.source, "SVC_API_KEY");
  assert.equal(login.serverUrl, "http://localhost:8787");
});

Deno.test("what cannot be a key is refused before it is sent, and not repeated", async () => {
  await using config = await temporaryConfig();
  for (const text of [`Key: ${KEY}`, `${KEY}\n${KEY}`, `${KEY}\u00e9`, `${KEY}\0x`]) {
    await assert.rejects(
      currentLogin(host(config.path, { SVC_API_KEY: text })),
      (error: SvcError) =>
        error.code === "usage" && !JSON.stringify([error, error.message]).includes(KEY),
    );
  }
  const padded = await currentLogin(host(config.path, { SVC_API_KEY: ` ${KEY}\n` }));
  assert.equal(padded.apiKey, KEY);
});

Deno.test("auth.json wins over the default server (spec 5.3)", async () => {
  await using config = await temporaryConfig();
  assert.equal((await currentLogin(host(config.path))).serverUrl, "http://localhost:8787");
  await storeLogin(host(config.path), stored("https://a.example/"));
  const login = await currentLogin(host(config.path));
  assert.deepEqual([login.serverUrl, login.apiKey], ["https://a.example", KEY]);
});

Deno.test("SVC_CLUB_URL names the server, with SVC_API_KEY too", async () => {
  await using config = await temporaryConfig();
  const env = { SVC_CLUB_URL: "https://b.example/", SVC_API_KEY: KEY };
  assert.equal((await currentLogin(host(config.path, env))).serverUrl, "https://b.example");
});

Deno.test("a stored key is never sent to another server than its own", async () => {
  await using config = await temporaryConfig();
  await storeLogin(host(config.path), stored("https://a.example"));
  const login = await currentLogin(host(config.path, { SVC_CLUB_URL: "https://b.example" }));
  assert.equal(login.apiKey, undefined);
  assert.equal(login.serverUrl, "https://b.example");
  assert.throws(() => requireKey(login), (error: SvcError) => {
    assert.equal(error.code, "not_authenticated");
    return /logged in to https:\/\/a\.example.*https:\/\/b\.example/.test(error.message);
  });
});

Deno.test("the spellings of this machine are one server, other ports and hosts are not", () => {
  assert.ok(isSameServer("http://localhost:8787", "http://127.0.0.1:8787/"));
  assert.ok(!isSameServer("http://localhost:8787", "http://localhost:8788"));
  assert.ok(!isSameServer("http://a.example", "https://a.example"));
  assert.ok(!isSameServer("http://localhost:8787", "http://localhost.evil.example:8787"));
});

Deno.test("only a plain connection beyond this machine is unencrypted", () => {
  assert.ok(isUnencrypted("http://a.example"));
  assert.ok(isUnencrypted("http://localhost.evil.example"));
  assert.ok(!isUnencrypted("http://127.0.0.1:1"));
  assert.ok(!isUnencrypted("https://a.example"));
});

Deno.test("an address that is none, or carries a user, is refused by where it came from", () => {
  for (const text of ["nowhere", "ftp://a.example", "https://me:pw@a.example", ""]) {
    assert.throws(() => parseServer(text, "SVC_CLUB_URL"), (error: SvcError) => {
      return error.code === "usage" && error.message.startsWith("SVC_CLUB_URL");
    });
  }
  assert.equal(parseServer("https://a.example/base/?q#f", "x"), "https://a.example/base");
});

Deno.test("the device id is made on first need, kept, private, and the same for racing calls", async () => {
  await using config = await temporaryConfig();
  const ids = new Set(await Promise.all([1, 2, 3].map(() => deviceId(host(config.path)))));
  const kept = await deviceId(host(config.path));
  assert.match(kept!, /^[0-9a-f-]{36}$/);
  assert.ok(ids.has(kept));
  assert.equal((await Deno.stat(`${config.path}/svc/identity.json`)).mode! & 0o777, 0o600);
});

Deno.test("an unwritable configuration folder costs the device id, never the call", async () => {
  assert.equal(await deviceId(host("/dev/null")), undefined);
});

/** Which server is used, and whose key goes there, by what names a server and which keys there are. */
const KEY_OF_A = KEY;
const KEY_OF_B = KEY.replaceAll("0", "b");
const [A, B, C] = ["https://a.example", "https://b.example", "https://c.example"];
const LOCAL = "http://localhost:8787";
for (
  const { variable, repository, key, logins, server, sent } of [
    { server: LOCAL },
    { key: "svc_env", server: LOCAL, sent: "svc_env" },
    { logins: true, server: A, sent: KEY_OF_A },
    { logins: true, key: "svc_env", server: LOCAL, sent: "svc_env" },
    { variable: B, logins: true, server: B, sent: KEY_OF_B },
    { variable: C, logins: true, server: C },
    { variable: C, key: "svc_env", server: C, sent: "svc_env" },
    { repository: B, logins: true, server: B, sent: KEY_OF_B },
    { repository: C, logins: true, server: C },
    { repository: C, server: C },
    // Whoever wrote a repository could name a server of theirs.
    { repository: C, key: "svc_env", server: C },
    { repository: C, key: "svc_env", logins: true, server: C },
    { repository: A, key: "svc_env", logins: true, server: A },
    { repository: C, variable: C, key: "svc_env", server: C, sent: "svc_env" },
    { repository: C, variable: A, key: "svc_env", logins: true, server: A, sent: "svc_env" },
    { repository: C, variable: A, logins: true, server: A, sent: KEY_OF_A },
  ] as {
    variable?: string;
    repository?: string;
    key?: string;
    logins?: true;
    server: string;
    sent?: string;
  }[]
) {
  const named = [
    variable && `SVC_CLUB_URL ${variable}`,
    repository && `a repository that names ${repository}`,
    key && "SVC_API_KEY",
    logins && "logins on a (in use) and b",
  ].filter(Boolean).join(", ") || "nothing";
  Deno.test(`with ${named}, ${server} gets ${sent ? "its key" : "no key"}`, async () => {
    await using config = await temporaryConfig();
    const at = host(config.path, {
      ...(variable ? { SVC_CLUB_URL: variable } : {}),
      ...(key ? { SVC_API_KEY: key } : {}),
    });
    if (logins) {
      await storeLogin(at, { ...stored(B), apiKey: KEY_OF_B });
      await storeLogin(at, stored(A));
    }
    const login = await currentLogin(at, repository);
    assert.deepEqual([login.serverUrl, login.apiKey], [server, sent]);
    if (sent === undefined) {
      assert.throws(() => requireKey(login), (error: SvcError) => {
        assert.equal(error.code, "not_authenticated");
        assert.ok(
          `${error.message} ${error.hint}`.includes(server === LOCAL ? "auth login" : server),
        );
        return !JSON.stringify([error.message, error.hint]).includes("svc_env");
      });
    }
  });
}
