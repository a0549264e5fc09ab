import assert from "node:assert/strict";
import { folderBlobs } from "./folder.ts";

async function inFolder(test: (root: string) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir();
  try {
    await test(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

const bytes = new TextEncoder().encode("an archive");
const checksum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();

Deno.test("a blob comes back byte for byte, is listed, and is gone when removed", () =>
  inFolder(async (root) => {
    const blobs = folderBlobs(root);
    assert.equal(await blobs.has(checksum), false);
    assert.equal(await blobs.read(checksum), undefined);
    await Promise.all(Array.from({ length: 4 }, () => blobs.put(checksum, bytes)));
    assert.deepEqual(await blobs.readAll(checksum), bytes);
    const read = (await blobs.read(checksum))!;
    assert.equal(read.bytes, bytes.length);
    assert.equal(await new Response(read.body).text(), "an archive");
    const listed = await Array.fromAsync(blobs.list());
    assert.deepEqual(listed.map((blob) => blob.checksum), [checksum]);
    await blobs.remove(checksum);
    await blobs.remove(checksum);
    assert.equal(await blobs.has(checksum), false);
  }));

Deno.test("a name that is no checksum never reaches the file system", () =>
  inFolder(async (root) => {
    const blobs = folderBlobs(root);
    for (const name of ["../secret", "", "A".repeat(64), checksum + "0"]) {
      await assert.rejects(() => blobs.put(name, bytes), TypeError);
      await assert.rejects(() => blobs.readAll(name), TypeError);
    }
    assert.deepEqual([...Deno.readDirSync(root)], []);
  }));

Deno.test("a write that fails leaves nothing behind", () =>
  inFolder(async (root) => {
    const blobs = folderBlobs(root);
    // A folder in the blob's place makes the rename fail, as a full disk makes the write fail.
    await Deno.mkdir(`${root}/${checksum.slice(0, 2)}/${checksum}`, { recursive: true });
    await assert.rejects(() => blobs.put(checksum, bytes));
    assert.deepEqual(
      [...Deno.readDirSync(`${root}/${checksum.slice(0, 2)}`)].map((entry) => entry.name),
      [checksum],
    );
  }));
