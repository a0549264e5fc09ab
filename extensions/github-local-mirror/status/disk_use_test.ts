import assert from "node:assert/strict";
import { diskUse } from "./disk_use.ts";

const signal = new AbortController().signal;

async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "disk-use-" });
  try {
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** What the folder takes now, which is known. */
async function used(folder: string): Promise<number> {
  const bytes = await diskUse(folder, signal);
  assert.ok(bytes !== null);
  return bytes;
}

const large = new Uint8Array(1_000_000).fill(7);

Deno.test("files of all folders below are counted", async () => {
  await inFolder(async (folder) => {
    const before = await used(folder);
    await Deno.mkdir(`${folder}/a/b/c`, { recursive: true });
    await Deno.writeFile(`${folder}/a/b/c/file`, large);
    assert.ok(await used(folder) >= before + large.length);
  });
});

Deno.test("links are not followed: not out of the folder, not in a circle", async () => {
  await inFolder(async (outside) => {
    await Deno.writeFile(`${outside}/file`, large);
    await inFolder(async (folder) => {
      await Deno.symlink(outside, `${folder}/out`);
      await Deno.symlink(`${outside}/file`, `${folder}/file`);
      await Deno.symlink(".", `${folder}/self`);
      await Deno.symlink("nowhere", `${folder}/dangling`);
      assert.ok(await used(folder) < large.length);
    });
  });
});

Deno.test("a file with two names counts once", async () => {
  await inFolder(async (folder) => {
    await Deno.writeFile(`${folder}/one`, large);
    const once = await used(folder);
    await Deno.link(`${folder}/one`, `${folder}/two`);
    assert.equal(await used(folder), once);
  });
});

Deno.test("a file with a hole counts by what it takes", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/hole`, "");
    await Deno.truncate(`${folder}/hole`, 1_000_000_000);
    assert.ok(await used(folder) < 100_000_000);
  });
});

Deno.test("a folder that is not there takes nothing", async () => {
  await inFolder(async (folder) => assert.equal(await used(`${folder}/gone`), 0));
});

Deno.test("a hundred folders in each other are no limit", async () => {
  await inFolder(async (folder) => {
    const deep = `${folder}/${"d/".repeat(100)}`;
    await Deno.mkdir(deep, { recursive: true });
    await Deno.writeFile(`${deep}file`, large);
    assert.ok(await used(folder) >= large.length);
  });
});

Deno.test("it ends when the run is cancelled", async () => {
  await inFolder(async (folder) => {
    await assert.rejects(diskUse(folder, AbortSignal.abort()), { name: "AbortError" });
  });
});
