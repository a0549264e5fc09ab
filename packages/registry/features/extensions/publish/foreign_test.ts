import assert from "node:assert/strict";
import type { ConfirmResponse, ExtensionInfo, LatestResponse } from "@svc/core/wire";
import { gzip, type RawEntry, tar } from "@svc/scorecard/archive/testing";
import { testRegistry } from "../../../testing.ts";
import { addCollective, addPerson } from "../../../testing/extensions/people.ts";
import { announcementOf, send, upload } from "../../../testing/extensions/push.ts";

const KINDS = ["models", "bundles", "workflows", "vaults", "vault-bundles", "drivers"];
const MORE = ["driver-bundles", "datastores", "datastore-bundles", "reports", "report-bundles"];

/** An archive as another tool of the format lays it out: no descriptor, no lock, bundles beside. */
function foreignArchive(files: Record<string, string>): Promise<Uint8Array<ArrayBuffer>> {
  const folders = [...KINDS, ...MORE, "skills", "files"].map((name): RawEntry => ({
    name: `extension/${name}/`,
    flag: "5",
    mode: 0o755,
  }));
  const entries = Object.entries(files).map(([path, text]): RawEntry => ({
    name: `extension/${path}`,
    bytes: new TextEncoder().encode(text),
    mode: 0o664,
  }));
  return gzip(tar([{ name: "extension/", flag: "5" }, ...folders, ...entries]));
}

const MANIFEST = `manifestVersion: 1
name: "@acme/hello"
version: 2026.01.02.1
description: ""
models: [hello.ts]
workflows: [flows/daily.yaml]
vaults: []
drivers: [far.ts]
datastores: []
reports: []
skills: [hello]
additionalFiles: [README.md]
binaries: [run]
dependencies: []
`;

const FILES: Record<string, string> = {
  "bundles/hello.js": `export const model = {};${" ".repeat(2_000_000)}`,
  "driver-bundles/far.js": "export const driver = eval('1');",
  "drivers/far.ts":
    '/** Far. @module */\n/** Runs far away. */\nexport const driver: { type: string; name: string } = { type: "@acme/far", name: "Far" };\n',
  "files/README.md": "# Hello\n",
  "files/run": "#!/bin/sh\n",
  "manifest.yaml": MANIFEST,
  "models/hello.ts": `/** Hello. @module */
import { z } from "npm:zod@4.3.6";
/** The type. */
export const model = {
  type: "@acme/hello",
  version: "2026.01.02.1",
  methods: {
    greet: {
      description: "Greets",
      arguments: z.object({ name: z.string().describe("Whom"), loud: z.boolean().optional() }),
      execute: async () => ({}),
    },
  },
};
`,
  "skills/hello/SKILL.md": "---\nname: hello\ndescription: How to greet\n---\n",
  "workflows/flows.yaml": "name: '@acme/daily'\ndescription: Each day\njobs: []\n",
};

async function confirmed(files: Record<string, string>) {
  const registry = await testRegistry({});
  await addCollective(registry.services, "acme");
  const key = await addPerson(registry.services, "ada", { acme: "member" });
  const announcement = announcementOf();
  const sent = await upload(registry, key, announcement, await foreignArchive(files));
  await sent.body?.cancel();
  const body = { ...announcement, contentMetadata: { models: [{ fileName: "hello.ts" }] } };
  const answer = await send(registry, "POST", "/api/v1/extensions/confirm", key, body);
  const get = async (path: string) => await (await registry.request(path)).text();
  return { registry, answer, get };
}

Deno.test("an archive of another tool is published, described from its text and marked so", async () => {
  const { registry, answer, get } = await confirmed(FILES);
  await using _ = registry;
  const { scorecard, checksum } = await answer.json() as ConfirmResponse;
  assert.equal(answer.status, 200);
  const factor = (id: string) => scorecard.factors.find((one) => one.id === id)!.outcome;
  assert.deepEqual([factor("has-readme"), factor("symbols-docs")], ["passed", "passed"]);

  const latest = JSON.parse(
    await get("/api/v1/extensions/%40acme%2Fhello/latest"),
  ) as LatestResponse;
  const detail = latest.latestVersionDetail;
  assert.deepEqual([detail.described, detail.checksum, detail.unread], [
    "source-text",
    checksum,
    [],
  ]);
  assert.deepEqual(detail.models, [{
    file: "hello.ts",
    type: "@acme/hello",
    version: "2026.01.02.1",
    dataOutputSpecs: [],
    methods: [{
      name: "greet",
      description: "Greets",
      arguments: {
        type: "object",
        properties: { name: { type: "string", description: "Whom" }, loud: { type: "boolean" } },
        required: ["name"],
      },
    }],
  }]);
  assert.deepEqual(detail.workflows, [{
    file: "flows.yaml",
    name: "@acme/daily",
    description: "Each day",
    jobs: [],
  }]);
  assert.deepEqual(detail.drivers.map(({ type, name }) => [type, name]), [["@acme/far", "Far"]]);
  assert.deepEqual(detail.skills, [{
    dirName: "hello",
    name: "hello",
    description: "How to greet",
    hasScripts: false,
    fileCount: 1,
  }]);

  const info = JSON.parse(await get("/api/v1/extensions/@acme/hello")) as ExtensionInfo;
  assert.deepEqual(info.contentTypes, ["models", "workflows", "drivers", "skills"]);
  assert.deepEqual(info.contents, { behaviorTypes: 1, reports: 0 });
  assert.deepEqual(info.contentNames, ["@acme/hello", "@acme/far", "@acme/daily", "hello"]);
  const found = JSON.parse(await get("/api/v1/extensions/search?q=daily&contentType=workflows"));
  assert.equal(found.meta.total, 1);
  assert.deepEqual(found.extensions[0].contents, info.contents);

  const page = await get("/extensions/@acme/hello");
  for (
    const text of [
      "not evaluated",
      "1 behavior type",
      "does not run workflows",
      "does not run drivers",
      "How to greet",
    ]
  ) {
    assert.ok(page.includes(text), text);
  }
  assert.ok(page.includes("Declares no permissions"));
});

Deno.test("what cannot be read in such an archive is said on its page, and stops no publication", async () => {
  const { registry, answer, get } = await confirmed({
    ...FILES,
    "models/hello.ts": "/** M. @module */\nexport const model: unknown = makeModel();\n",
    "workflows/flows.yaml": "{",
  });
  await using _ = registry;
  assert.equal(answer.status, 200, await answer.text());
  const info = JSON.parse(await get("/api/v1/extensions/@acme/hello")) as ExtensionInfo;
  assert.equal(info.contents, null, "counted in part is not counted");
  const page = await get("/extensions/@acme/hello");
  assert.match(page, /models\/hello\.ts<\/code><\/dt><dd>does not write out its type/);
  assert.match(page, /workflows\/flows\.yaml<\/code><\/dt><dd>is not YAML/);
});

Deno.test("code of such an archive with bare names, a '/' of two readings and a hidden folder is published", async () => {
  const { registry, answer } = await confirmed({
    ...FILES,
    "manifest.yaml": MANIFEST.replace("[README.md]", "[README.md, .github/notes.md]"),
    "files/.github/notes.md": "# Notes\n",
    "models/hello.ts": FILES["models/hello.ts"]!.replace("npm:zod@4.3.6", "zod") +
      'import { join } from "path";\nconst share = (a?: number) => a! / (join("a").length || 1);\n',
  });
  await using _ = registry;
  assert.equal(answer.status, 200, await answer.clone().text());
});

Deno.test("names of another collective are refused in such an archive as in any, in workflows and drivers too", async () => {
  const { registry, answer } = await confirmed({
    ...FILES,
    "models/hello.ts": FILES["models/hello.ts"]!.replace('"@acme/hello"', '"@evil/hello"'),
    "workflows/flows.yaml": "name: '@evil/daily'\n",
    "drivers/far.ts": FILES["drivers/far.ts"]!.replace("@acme/far", "@evil/far"),
  });
  await using _ = registry;
  const { code, details } = await answer.json();
  assert.equal(code, "rule_refused");
  assert.deepEqual(details.map((one: { path: string }) => one.path).sort(), [
    "drivers/far.ts",
    "models/hello.ts",
    "workflows/flows.yaml",
  ]);
});
