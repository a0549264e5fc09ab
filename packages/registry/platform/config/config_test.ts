import { formatVkey, keyOf } from "@svc/log/note";
import assert from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { readConfig } from "./config.ts";
import { createDataFolder, dataFolder, readOrCreateSecret } from "./data_folder.ts";
import { configHelp, configSummary } from "./help.ts";
import { FOREIGN_VARIABLES, isForeign } from "./foreign_variables.ts";
import { SETTINGS } from "./settings.ts";

Deno.test("every default is allowed by its own setting", () => {
  const config = readConfig({});
  assert.equal(config.port, 8787);
  assert.equal(config.host, "127.0.0.1");
  assert.equal(config.firstParty, "svc");
  assert.deepEqual(config.admins, []);
  assert.equal(config.provenance, false);
});

Deno.test("bad values are refused together, each by its name and with what is allowed", () => {
  const refusal = (environment: Record<string, string>) => {
    try {
      readConfig(environment);
    } catch (error) {
      assert.ok(error instanceof SvcError);
      return error.details!.map((detail) => detail.path);
    }
    return [];
  };
  assert.deepEqual(
    refusal({
      SVC_PORT: "70000",
      SVC_BASE_URL: "https://x.example/path",
      SVC_SECRET: "short",
      SVC_ADMINS: "ada,Not A Name",
      SVC_OSV_URL: "file:///etc/passwd",
      SVC_GITHUB_API_URL: "https://user:pass@api.example",
      SVC_LOG: "xml",
      SVC_TELEMETRY: "on",
      SVC_PROVENANCE: "yes",
      SVC_TRUSTED_PROXIES: "proxy.example",
    }).length,
    10,
  );
  assert.deepEqual(refusal({ SVC_PORT: "-1" }), ["SVC_PORT"]);
  assert.deepEqual(refusal({ SVC_DRAIN: "0600", SVC_DATABASE_POOL: "1" }), [
    "SVC_DATABASE_POOL",
    "SVC_DRAIN",
  ]);
  assert.deepEqual(refusal({ SVC_TELEMETRY: "log", SVC_LOG: "off" }), ["SVC_TELEMETRY"]);
  assert.deepEqual(refusal({ SVC_TELEMETRY: "log" }), []);
  assert.deepEqual(refusal({ SVC_DATABASE_URL: "mysql://db/svc" }), ["SVC_DATABASE_URL"]);
  assert.deepEqual(refusal({ SVC_DATABASE_URL: "postgres://db/svc" }), []);
  assert.deepEqual(refusal({ SVC_DATABASE_LISTEN_URL: "postgres://db/svc" }), [
    "SVC_DATABASE_LISTEN_URL",
  ]);
  assert.deepEqual(refusal({ SVC_DATABASE_POOL: "1" }), ["SVC_DATABASE_POOL"]);
  for (const ms of ["0", "60001", "fast", "-1"]) {
    assert.deepEqual(refusal({ SVC_SLOW_QUERY_MS: ms }), ["SVC_SLOW_QUERY_MS"]);
  }
  assert.deepEqual(refusal({ SVC_PORT: "0", SVC_BASE_URL: "https://svc.example:8443/" }), []);
});

Deno.test("issuers of identity tokens are taken to the letter, and over nothing that others can change", () => {
  const issuers = (value: string) => readConfig({ SVC_OIDC_ISSUERS: value }).oidcIssuers;
  assert.deepEqual(issuers(""), []);
  assert.deepEqual(
    issuers("gitlab=https://gitlab.acme.com, circleci=off,oidc=https://Ci.test/a/"),
    [
      { provider: "gitlab", issuer: "https://gitlab.acme.com" },
      { provider: "circleci", issuer: null },
      { provider: "oidc", issuer: "https://Ci.test/a/" },
    ],
  );
  assert.deepEqual(issuers("github=http://127.0.0.1:1").length, 1);
  for (
    const value of [
      "https://gitlab.acme.com",
      "jenkins=https://ci.acme.com",
      "gitlab=http://gitlab.acme.com",
      "gitlab=https://user:pass@gitlab.acme.com",
      "gitlab=https://gitlab.acme.com?a=b",
      "gitlab=https://gitlab.acme.com#a",
      "gitlab=file:///etc/passwd",
      "gitlab=",
      "gitlab",
      "gitlab=on",
    ]
  ) {
    assert.throws(() => issuers(value), /SVC_OIDC_ISSUERS/, value);
  }
});

Deno.test("witnesses of the log are lines of a tlog-policy, and need a log", () => {
  const vkey = formatVkey(keyOf({ seed: new Uint8Array(32), name: "w.example" }, "cosignature"));
  const read = (value: string, more: Record<string, string> = { SVC_LOG_KEY: "/key" }) =>
    readConfig({ SVC_LOG_WITNESSES: value, ...more }).logWitnesses;
  assert.equal(
    read(`witness one ${vkey} https://w.example/w`),
    `witness one ${vkey} https://w.example/w\nquorum none\n`,
  );
  assert.equal(read(""), "");
  for (
    const value of [
      ...["rubbish", "witness one", `witness one ${vkey.slice(1)} https://w.example`],
      ...[`witness one ${vkey} file:///etc/passwd`, `witness a ${vkey}; witness b ${vkey}`],
      `log ${vkey}`,
    ]
  ) assert.throws(() => read(value), /SVC_LOG_WITNESSES/, value);
  const wanted = `witness one ${vkey} https://w.example/w`;
  assert.throws(() => read(wanted, {}), /SVC_LOG_WITNESSES: has no effect without SVC_LOG_KEY/);
  assert.throws(() => readConfig({ SVC_LOG_OLD_KEY: "/old" }), /SVC_LOG_OLD_KEY: has no effect/);
  assert.throws(() => readConfig({ SVC_LOG_PRIVATE: "weekly" }), /hourly, daily or off/);
});

Deno.test("the help names every variable; neither summary nor refusal shows a secret", () => {
  const help = configHelp();
  for (const setting of Object.values(SETTINGS)) assert.ok(help.includes(setting.name));
  const secret = "0123456789abcdef0123456789abcdef";
  assert.ok(!configSummary(readConfig({ SVC_SECRET: secret })).includes(secret));
  const database = "postgres://ada:hunter22@db/svc";
  assert.ok(!configSummary(readConfig({ SVC_DATABASE_URL: database })).includes("hunter22"));
  assert.throws(
    () => readConfig({ SVC_DATABASE_URL: `${database}?sslmode=prefer` }),
    (error: Error) => !error.message.includes("hunter22"),
  );
  assert.throws(
    () => readConfig({ SVC_SECRET: "tooshort" }),
    (error: Error) => !error.message.includes("tooshort") && error.message.includes("SVC_SECRET"),
  );
});

Deno.test("the secret is made once with mode 0600, also when many servers start at once", async () => {
  const root = await Deno.makeTempDir();
  try {
    const folder = dataFolder(`${root}/data`);
    await createDataFolder(folder);
    const secrets = await Promise.all(Array.from({ length: 8 }, () => readOrCreateSecret(folder)));
    assert.equal(new Set(secrets).size, 1);
    assert.match(secrets[0]!, /^[0-9a-f]{64}$/);
    assert.equal((await Deno.stat(folder.secret)).mode! & 0o777, 0o600);
    assert.equal((await Deno.stat(folder.root)).mode! & 0o777, 0o700);
    assert.equal((await Deno.stat(folder.database)).mode! & 0o777, 0o600);
    assert.deepEqual([...Deno.readDirSync(folder.root)].map((entry) => entry.name).sort(), [
      "blobs",
      "secret",
      "svc.db",
      "uploads",
    ]);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("a variable SVC_… that nobody reads is refused with the nearest setting; the client's are passed over", () => {
  const refusal = (environment: Record<string, string>) => {
    try {
      readConfig(environment);
    } catch (error) {
      return (error as SvcError).details!.map(({ path, message }) => `${path}: ${message}`);
    }
    return [];
  };
  assert.deepEqual(refusal({ SVC_PROT: "8788", SVC_TRUSTED_PROXY: "10.0.0.1", SVC_XYZZY: "" }), [
    "SVC_PROT: there is no such setting; did you mean SVC_PORT?",
    "SVC_TRUSTED_PROXY: there is no such setting; did you mean SVC_TRUSTED_PROXIES?",
    "SVC_XYZZY: there is no such setting; unset it",
  ]);
  const others = Object.fromEntries([...FOREIGN_VARIABLES].map((name) => [name, "x"]));
  assert.deepEqual(refusal({ ...others, SVC_SERVE_PORT: "1", HOME: "/", svc_prot: "1" }), []);
  assert.deepEqual(refusal({ SVC_ACCESS_LOG: "on", SVC_LOG: "off" }), [
    'SVC_ACCESS_LOG: "on" has no effect with SVC_LOG=off; set that to json or text',
  ]);
});

Deno.test("every variable that the client and svc serve read is known to be theirs", async () => {
  const root = `${import.meta.dirname}/../../..`;
  const own = new Set<string>(Object.values(SETTINGS).map(({ name }) => name));
  const unknown = new Set<string>();
  let files = 0;
  const folders = ["cli", "runtime", "serve"].map((name) => `${root}/${name}`);
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      const path = `${folder}/${name}`;
      if (isDirectory && name !== "testing") folders.push(path);
      if (!/\.tsx?$/.test(name) || name.endsWith("_test.ts")) continue;
      files += 1;
      for (
        const [, found] of (await Deno.readTextFile(path)).matchAll(/["'`](SVC_[A-Z_]+)["'`]/g)
      ) {
        if (!own.has(found!) && !isForeign(found!)) unknown.add(found!);
      }
    }
  }
  assert.ok(files > 300, "the sources were not found");
  assert.deepEqual([...unknown], [], "add them to foreign_variables.ts");
});

Deno.test("archives are left to a proxy that is trusted, and only from a folder", () => {
  const refused = (environment: Record<string, string>) => {
    try {
      return readConfig(environment).blobsAccel;
    } catch (error) {
      return (error as SvcError).details!.map(({ message }) => message).join("; ");
    }
  };
  const [proxied, path] = [{ SVC_TRUSTED_PROXIES: "10.0.0.1" }, "/svc-archives"];
  assert.equal(refused({ ...proxied, SVC_BLOBS_ACCEL: path }), path);
  assert.match(refused({ SVC_BLOBS_ACCEL: path }), /has no effect without SVC_TRUSTED_PROXIES/);
  assert.match(
    refused({ ...proxied, SVC_BLOBS_ACCEL: path, SVC_BLOBS_URL: "s3://ada:hunter22@archives" }),
    /has no effect with SVC_BLOBS_URL/,
  );
  for (
    const bad of ["/", "archives", "/a/", "/a/../b", "/a//b", "/a%2f", "/a\r\nx: y", "http://a"]
  ) {
    assert.match(refused({ ...proxied, SVC_BLOBS_ACCEL: bad }), /is not allowed/, bad);
  }
});

Deno.test("mail settings belong together", () => {
  const refused = (environment: Record<string, string>) => {
    try {
      readConfig(environment);
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };
  const url = "smtp://ada:hunter2@mail.example.org";
  assert.match(refused({ SVC_SMTP_URL: url }), /SVC_MAIL_FROM: is needed with SVC_SMTP_URL/);
  assert.match(refused({ SVC_CONFIRMED_PUBLISHERS: "on" }), /needs SVC_SMTP_URL/);
  const wrong = refused({ SVC_SMTP_URL: `${url}/x`, SVC_MAIL_FROM: "a\r\nb@example.org" });
  assert.match(wrong, /SVC_SMTP_URL/);
  assert.match(wrong, /SVC_MAIL_FROM/);
  assert.ok(!wrong.includes("hunter2"));
});
