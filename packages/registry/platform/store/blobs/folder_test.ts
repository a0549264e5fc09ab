import assert from "node:assert/strict";
import { isDamagedBlob } from "./damaged.ts";
import { folderBlobs } from "./folder.ts";
import { folderUploads } from "./folder_uploads.ts";
import { removeOlderFiles } from "./older_files.ts";
import { ARCHIVE_RULES, checksumOf } from "./testing/conformance.ts";

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

for (const [name, rule] of Object.entries(ARCHIVE_RULES)) {
  Deno.test(`in a folder: ${name}`, () =>
    inFolder(async (root) => {
      const [blobs, uploads] = [`${root}/blobs`, `${root}/uploads`];
      for (const path of [blobs, uploads]) await Deno.mkdir(path);
      await rule({ blobs: folderBlobs(blobs), uploads: folderUploads(uploads) });
    }));
}

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

Deno.test("damaged bytes are refused, also after a good read; put again they are whole", () =>
  inFolder(async (root) => {
    const blobs = folderBlobs(root);
    const path = `${root}/${checksum.slice(0, 2)}/${checksum}`;
    assert.equal(await blobs.check(checksum), "missing");
    await blobs.put(checksum, bytes);
    await (await blobs.read(checksum))!.body.cancel();
    for (const damaged of [bytes.with(3, 0), bytes.subarray(1), new Uint8Array()]) {
      await Deno.writeFile(path, damaged);
      // The clock of files may stand still for milliseconds.
      await Deno.utime(path, 0, 0);
      assert.equal(await blobs.check(checksum), "damaged");
      for (const read of [blobs.read, blobs.readAll]) {
        const error = await read(checksum).then(() => undefined, (error) => error);
        assert.ok(isDamagedBlob(error), String(error));
      }
    }
    await blobs.put(checksum, bytes);
    assert.equal(await blobs.check(checksum), "whole");
    assert.equal(await new Response((await blobs.read(checksum))!.body).text(), "an archive");
  }));

Deno.test("what is handed over the group may read, and nothing else", () =>
  inFolder(async (root) => {
    const blobs = folderBlobs(root);
    const other = new TextEncoder().encode("another archive");
    const otherChecksum = checksumOf(other);
    await blobs.put(checksum, bytes);
    await blobs.put(otherChecksum, other);
    const mode = async (path: string) => (await Deno.stat(`${root}/${path}`)).mode! & 0o777;
    const shelf = checksum.slice(0, 2);
    for (const _ of ["first", "again"]) {
      assert.equal(await blobs.handOver(checksum), `${shelf}/${checksum}`);
      assert.equal(await mode(`${shelf}/${checksum}`), 0o640);
      assert.equal(await mode(shelf), 0o710);
    }
    assert.equal(await mode(`${otherChecksum.slice(0, 2)}/${otherChecksum}`), 0o600);
    assert.equal(await blobs.handOver("0".repeat(64)), undefined);
    await Deno.writeFile(`${root}/${shelf}/${checksum}`, bytes.subarray(1));
    const error = await blobs.handOver(checksum).then(() => undefined, (error) => error);
    assert.ok(isDamagedBlob(error), String(error));
  }));

Deno.test("a list passes over what a sweep removes meanwhile", () =>
  inFolder(async (root) => {
    const blobs = folderBlobs(root);
    const both = ["0", "1"].map((last) => `${"a".repeat(63)}${last}`);
    for (const name of both) await blobs.put(name, bytes);
    const listed: string[] = [];
    for await (const { checksum } of blobs.list()) {
      listed.push(checksum);
      for (const name of both) if (name !== checksum) await blobs.remove(name);
    }
    assert.equal(listed.length, 1);
  }));

Deno.test("a folder that cannot be written says so, and how to fix it", () =>
  inFolder(async (root) => {
    await assert.rejects(folderBlobs(`${root}/gone`).probe(), {
      code: "unavailable",
      message: /\/gone cannot be used: .*No such file/,
    });
  }));

Deno.test("files are removed by their age alone, folders and young ones stay", () =>
  inFolder(async (root) => {
    const hour = 60 * 60_000;
    for (const name of ["old", "young"]) await Deno.writeTextFile(`${root}/${name}`, name);
    await Deno.mkdir(`${root}/folder`);
    const now = new Date();
    await Deno.utime(`${root}/old`, now, new Date(now.getTime() - hour));
    assert.equal(await removeOlderFiles(root, new Date(now.getTime() - hour / 2)), 1);
    assert.deepEqual([...Deno.readDirSync(root)].map(({ name }) => name).sort(), [
      "folder",
      "young",
    ]);
  }));
