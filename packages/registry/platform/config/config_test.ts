import assert from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { readConfig } from "./config.ts";
import { createDataFolder, dataFolder, readOrCreateSecret } from "./data_folder.ts";
import { configHelp, configSummary } from "./help.ts";
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
  assert.deepEqual(refusal({ SVC_TELEMETRY: "log", SVC_LOG: "off" }), ["SVC_TELEMETRY"]);
  assert.deepEqual(refusal({ SVC_TELEMETRY: "log" }), []);
  assert.deepEqual(refusal({ SVC_DATABASE_URL: "postgres://db/svc" }), ["SVC_DATABASE_URL"]);
  assert.deepEqual(refusal({ SVC_PORT: "0", SVC_BASE_URL: "https://svc.example:8443/" }), []);
});

Deno.test("the help names every variable; neither summary nor refusal shows a secret", () => {
  const help = configHelp();
  for (const setting of Object.values(SETTINGS)) assert.ok(help.includes(setting.name));
  const secret = "0123456789abcdef0123456789abcdef";
  assert.ok(!configSummary(readConfig({ SVC_SECRET: secret })).includes(secret));
  assert.throws(
    () => readConfig({ SVC_DATABASE_URL: "postgres://ada:hunter22@db/svc" }),
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
