import assert from "node:assert/strict";
import { LIMITS } from "@svc/core/limit";
import { readArchive } from "./read.ts";
import { file, MANIFEST, packed, SOUND } from "./testing.ts";

const DESCRIPTOR = {
  descriptorVersion: 1,
  models: [{
    file: "tool.ts",
    type: "@team/tool",
    version: "2026.01.01.1",
    dataOutputSpecs: [
      { specName: "r", kind: "resource", lifetime: "infinite", garbageCollection: 3, schema: {} },
      { specName: "f", kind: "file", lifetime: "30d", garbageCollection: "7d", contentType: "a/b" },
    ],
    methods: [{ name: "run", description: "Runs.", arguments: { type: "object" } }],
  }],
  reports: [],
  vaults: [],
  datastores: [],
  permissions: {},
};

const read = async (descriptor: unknown, manifest = MANIFEST) =>
  readArchive(
    await packed([
      SOUND[0]!,
      file("manifest.yaml", manifest),
      SOUND[2]!,
      file(
        "descriptor.json",
        typeof descriptor === "string" ? descriptor : JSON.stringify(descriptor),
      ),
    ]),
  );

const refused = (descriptor: unknown, says: RegExp) =>
  assert.rejects(read(descriptor), { code: "archive_invalid", message: says });

Deno.test("descriptor: a sound one is read as it is", async () => {
  assert.deepEqual((await read(DESCRIPTOR)).descriptor, DESCRIPTOR);
});

Deno.test("descriptor: text that is not JSON and fields of a wrong type are refused by place", async () => {
  await refused("{", /extension\/descriptor\.json is not JSON/);
  await refused({ ...DESCRIPTOR, descriptorVersion: 2 }, /at descriptorVersion/);
  const [model] = DESCRIPTOR.models;
  await refused(
    { ...DESCRIPTOR, models: [{ ...model, methods: [{ name: "" }] }] },
    /at models\.0\.methods\.0\.name/,
  );
});

Deno.test("descriptor: what it describes must be in the archive", async () => {
  const [model] = DESCRIPTOR.models;
  await refused(
    { ...DESCRIPTOR, models: [{ ...model, file: "other.ts" }] },
    /describes models\/other\.ts, which is missing/,
  );
});

Deno.test("descriptor: it may not ask for other permissions than the manifest", async () => {
  await refused({ ...DESCRIPTOR, permissions: { net: ["example.com"] } }, /other permissions/);
  await refused({ ...DESCRIPTOR, permissions: { flight: ["*"] } }, /at permissions/);
  const asking = `${MANIFEST}permissions: { net: [example.com] }\n`;
  await assert.rejects(read(DESCRIPTOR, asking), /other permissions/);
  const both = await read({ ...DESCRIPTOR, permissions: { net: ["example.com"] } }, asking);
  assert.deepEqual(both.descriptor?.permissions, { net: ["example.com"] });
});

Deno.test("descriptor: names and descriptions that hide characters are refused", async () => {
  const [model] = DESCRIPTOR.models;
  const method = (name: string, description: string) => ({
    ...DESCRIPTOR,
    models: [{ ...model, methods: [{ name, description, arguments: {} }] }],
  });
  await refused(method("ru\u202en", "Runs."), /methods\.0\.name: has the character \\u202e/);
  await refused(method("run\nhint: x", "Runs."), /methods\.0\.name: has the character \\n/);
  await refused(
    method("run", "Runs.\u001b[2J"),
    /methods\.0\.description: has the character \\x1b/,
  );
});

Deno.test("descriptor: one larger than a file may be is read, up to a bound of its own", async () => {
  const { descriptorBytes, fileBytes } = LIMITS.archive;
  const sized = (bytes: number) => {
    const text = JSON.stringify(DESCRIPTOR);
    return text + " ".repeat(bytes - text.length);
  };
  assert.deepEqual((await read(sized(fileBytes + 1))).descriptor, DESCRIPTOR);
  assert.deepEqual((await read(sized(descriptorBytes))).descriptor, DESCRIPTOR);
  await assert.rejects(read(sized(descriptorBytes + 1)), {
    code: "archive_too_large",
    message: /the descriptor may have 5000000/,
  });
});

Deno.test("descriptor: what it adds to types is read, and its file must be there", async () => {
  const graft = { file: "tool.ts", type: "@b/c", dataOutputSpecs: [], methods: [] };
  const methods = [{ ...DESCRIPTOR.models[0]!.methods[0]!, rollbackOnFailure: true }];
  const checks = [{ name: "a", description: "A", labels: ["net"], appliesTo: ["sync"] }];
  const grafts = [{ ...graft, methods, checks }];
  assert.deepEqual((await read({ ...DESCRIPTOR, grafts })).descriptor, { ...DESCRIPTOR, grafts });
  const upgrades = [{ toVersion: "2026.01.02.3", description: "Renames" }];
  const models = [{ ...DESCRIPTOR.models[0]!, methods, checks, upgrades }];
  assert.deepEqual((await read({ ...DESCRIPTOR, models })).descriptor, { ...DESCRIPTOR, models });
  await refused(
    { ...DESCRIPTOR, grafts: [{ ...graft, file: "gone.ts" }] },
    /describes models\/gone\.ts, which is missing/,
  );
});
