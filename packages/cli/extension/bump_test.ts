import assert from "node:assert/strict";
import { bumpManifest } from "./bump.ts";

const MANIFEST = (version: string) =>
  `# Ours.
manifestVersion: 1
name: "@acme/tool"
version: ${version} # raised by hand before
models: [ "a.ts" ]   # one
`;

async function bumped(version: string, published: string | undefined) {
  const file = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(file, MANIFEST(version));
    const result = await bumpManifest(file, published, new Date("2026-11-22T12:00:00Z"));
    return { ...result, text: await Deno.readTextFile(file) };
  } finally {
    await Deno.remove(file);
  }
}

Deno.test("the version that follows the published one is written; comments, quotes and order stay", async () => {
  const plain = await bumped("2026.11.22.1", "2026.11.22.1");
  assert.deepEqual([plain.from, plain.to], ["2026.11.22.1", "2026.11.22.2"]);
  assert.equal(plain.text, MANIFEST("2026.11.22.2"));
  assert.equal((await bumped('"2026.01.01.7"', "2026.11.21.3")).text, MANIFEST('"2026.11.22.1"'));
});

Deno.test("a version that is not published yet stays", async () => {
  for (const published of [undefined, "2026.11.21.9"]) {
    const { from, to, text } = await bumped("2026.11.22.5", published);
    assert.equal(from, to);
    assert.equal(text, MANIFEST("2026.11.22.5"));
  }
});

Deno.test("a version that is written in a way svc cannot replace is refused, and nothing is written", async () => {
  const file = await Deno.makeTempFile();
  try {
    for (const written of ["*v", "|-\n  2026.11.22.1"]) {
      const text = MANIFEST(written).replace("# Ours.", "# Ours.\ndescription: &v 2026.11.22.1")
        .replace(" # raised by hand before", "");
      await Deno.writeTextFile(file, text);
      await assert.rejects(
        bumpManifest(file, "2026.11.22.1", new Date("2026-11-22T12:00:00Z")),
        { code: "manifest_invalid" },
        written,
      );
      assert.equal(await Deno.readTextFile(file), text);
    }
  } finally {
    await Deno.remove(file);
  }
});
