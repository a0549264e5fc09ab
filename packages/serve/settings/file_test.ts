import assert from "node:assert/strict";
import { temporaryFolder } from "../../runtime/testing/extension.ts";
import { readSettingsFile } from "./file.ts";

/** Writes a settings file and reads it. */
async function read(text: string, mode = 0o600) {
  await using folder = await temporaryFolder();
  const path = `${folder.path}/serve.yaml`;
  await Deno.writeTextFile(path, text);
  await Deno.chmod(path, mode);
  return await readSettingsFile(path, false);
}

Deno.test("a file names settings as their options, numbers and times plain, one proxy as a text", async () => {
  const text = "port: 9443\nhost: '::1'\ndrain: 30\nmax-run-time: 5m\nbehind-proxy: 10.0.0.1\n";
  assert.deepEqual(await read(text), {
    port: 9443,
    host: "::1",
    drain: "30",
    "max-run-time": "5m",
    "behind-proxy": ["10.0.0.1"],
  });
});

Deno.test("no file is not a settings, and so is an empty one; one that was named has to be there", async () => {
  assert.deepEqual(await readSettingsFile("/nowhere/serve.yaml", false), {});
  assert.deepEqual(await read("# nothing\n"), {});
  await assert.rejects(() => readSettingsFile("/nowhere/serve.yaml", true), {
    code: "validation_failed",
    message: /\/nowhere\/serve\.yaml .*no such file/,
  });
});

for (
  const [what, text, told] of [
    ["an unknown key", "prot: 1", /no setting 'prot'/],
    ["a key of an object's own", "constructor: 1", /no setting 'constructor'/],
    ["__proto__", "__proto__: {port: 1}", /no setting '__proto__'/],
    ["a list", "- port", /must be a mapping/],
    ["a text", "port", /must be a mapping/],
    ["broken YAML", "port: [1", /cannot be used/],
    ["a key given twice", "port: 1\nport: 2", /cannot be used/],
    ["a port in words", "port: high", /'port' must be a whole number/],
    ["half a port", "port: 1.5", /'port' must be a whole number/],
    ["an unknown way to sign in", "auth-mode: none", /'auth-mode' must be token/],
    ["a truth value for a text", "host: true", /'host' must be text/],
    ["numbers as proxies", "behind-proxy: [1]", /'behind-proxy' must be a list of texts/],
    ["an alias", "host: &a x\npublic-url: *a", /cannot be used|alias/i],
  ] as const
) {
  Deno.test(`${what} in the file is refused`, async () => {
    await assert.rejects(() => read(text), { code: "validation_failed", message: told });
  });
}

Deno.test("a key that is nearly one is answered with the one it is near to", async () => {
  await assert.rejects(() => read("max-run: 1"), { hint: /max-runs/ });
});

for (const mode of [0o602, 0o620, 0o666]) {
  Deno.test(`a file that others can write (${mode.toString(8)}) is not believed`, async () => {
    await assert.rejects(() => read("port: 1", mode), { code: "config_exposed" });
  });
}

Deno.test("a folder, a file without an end and one that is not text are refused", async () => {
  await using folder = await temporaryFolder();
  await assert.rejects(() => readSettingsFile(folder.path, true), { message: /not a file/ });
  const path = `${folder.path}/large.yaml`;
  await Deno.writeTextFile(path, `host: ${"a".repeat(200_000)}`);
  await assert.rejects(() => readSettingsFile(path, true), { message: /more than/ });
  await Deno.writeFile(path, new Uint8Array([0xff, 0xfe, 0x00]));
  await assert.rejects(() => readSettingsFile(path, true), { code: "validation_failed" });
});
