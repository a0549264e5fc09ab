import assert from "node:assert/strict";
import { parseManifest } from "@svc/core/manifest";
import { listCatalogue } from "../../bin/catalogue/list.ts";
import { CATALOGUE_ROWS } from "./spec_rows.ts";

const root = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

/** A folder with an extension of each name, with the dependencies given. */
async function withExtensions(
  extensions: Record<string, string[]>,
  body: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${folder}/not-an-extension`);
    for (const [name, dependencies] of Object.entries(extensions)) {
      await Deno.mkdir(`${folder}/${name}`);
      const lines = [
        "manifestVersion: 1",
        `name: "@svc/${name}"`,
        "version: 2026.11.22.1",
        "models: [x.ts]",
        `dependencies: ${JSON.stringify(dependencies)}`,
      ];
      await Deno.writeTextFile(`${folder}/${name}/manifest.yaml`, lines.join("\n"));
    }
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("an extension comes after those it depends on, else by name", async () => {
  const extensions = {
    "a": ["@svc/c", "@svc/b@2026.11.22.1"],
    "b": ["@svc/d"],
    "c": [],
    "d": ["@other/elsewhere"],
  };
  await withExtensions(extensions, async (folder) => {
    const names = (await listCatalogue(folder)).map(({ name }) => name);
    assert.deepEqual(names, ["@svc/c", "@svc/d", "@svc/b", "@svc/a"]);
  });
});

Deno.test("extensions that depend on each other are named", async () => {
  await withExtensions({ "a": ["@svc/b"], "b": ["@svc/a"], "c": [] }, async (folder) => {
    await assert.rejects(listCatalogue(folder), /depend on each other: @svc\/a, @svc\/b/);
  });
});

Deno.test("a deprecated extension comes after its successor", async () => {
  await withExtensions({ "a": [], "b": [] }, async (folder) => {
    const deprecation = { reason: "Old.", supersededBy: "@svc/b" };
    await Deno.writeTextFile(`${folder}/a/deprecated.json`, JSON.stringify(deprecation));
    const entries = await listCatalogue(folder);
    assert.deepEqual(entries.map(({ name, deprecation }) => [name, deprecation]), [
      ["@svc/b", null],
      ["@svc/a", deprecation],
    ]);
  });
});

Deno.test("a deprecation without a reason or a successor is refused with its file", async () => {
  const broken = [
    '{"reason":"Old."}',
    '{"supersededBy":"@svc/b"}',
    '{"reason":" ","supersededBy":"@svc/b"}',
  ];
  await withExtensions({ "a": [], "b": [] }, async (folder) => {
    for (const text of broken) {
      await Deno.writeTextFile(`${folder}/a/deprecated.json`, text);
      await assert.rejects(listCatalogue(folder), /a\/deprecated\.json has to hold a reason/);
    }
  });
});

Deno.test("the catalogue is spec 2.7 and the vaults and datastores beside it", async () => {
  const names = (await listCatalogue(`${root}/extensions`)).map(({ name }) => name);
  assert.deepEqual(names.sort(), Object.keys(CATALOGUE_ROWS).sort());
});

Deno.test("each extension says what its users need to know, under one license", async () => {
  const license = await Deno.readTextFile(`${root}/LICENSE`);
  for (const { name, folder } of await listCatalogue(`${root}/extensions`)) {
    const text = await Deno.readTextFile(`${folder}/manifest.yaml`);
    const manifest = parseManifest(text, name);
    assert.equal(manifest.license, "Apache-2.0", name);
    assert.equal(await Deno.readTextFile(`${folder}/LICENSE`), license, name);
    for (const file of ["README.md", "LICENSE"]) {
      assert.ok(manifest.additionalFiles.includes(file), `${name} does not ship ${file}`);
    }
    assert.ok(manifest.releaseNotes, `${name} has no release notes`);
    assert.ok(manifest.labels.length > 0, `${name} has no labels`);
    assert.equal(manifest.repository, "https://github.com/svc-registry/svc", name);
  }
});
