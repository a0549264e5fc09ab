import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { BlobStore } from "../blob_store.ts";
import type { UploadStore } from "../upload_store.ts";

/** A store of archives, and of the uploads that become some. */
export interface ArchiveStore {
  blobs: BlobStore;
  uploads: UploadStore;
}

/** SHA-256 in hex. */
export function checksumOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Bytes that nobody has stored before. */
export function freshBytes(length = 1_000): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  crypto.getRandomValues(bytes.subarray(0, Math.min(length, 65_536)));
  return bytes;
}

async function* pieces(...parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const encoded = (content: string) => new TextEncoder().encode(content);

/** What holds for every store, whatever it is made of. The store may be in use by others. */
export const ARCHIVE_RULES: Readonly<Record<string, (store: ArchiveStore) => Promise<void>>> = {
  async "a blob comes back byte for byte, is listed, and is gone when removed"({ blobs }) {
    const bytes = freshBytes(300_000);
    const checksum = checksumOf(bytes);
    assert.equal(await blobs.has(checksum), false);
    assert.equal(await blobs.read(checksum), undefined);
    assert.equal(await blobs.readAll(checksum), undefined);
    const before = Date.now();
    await Promise.all(Array.from({ length: 4 }, () => blobs.put(checksum, bytes)));
    assert.deepEqual(await blobs.readAll(checksum), bytes);
    const read = (await blobs.read(checksum))!;
    assert.equal(read.bytes, bytes.length);
    assert.deepEqual(await new Response(read.body).bytes(), bytes);
    assert.equal(await blobs.check(checksum), "whole");
    const listed = (await Array.fromAsync(blobs.list())).filter((one) => one.checksum === checksum);
    assert.equal(listed.length, 1);
    // Stores tell whole seconds.
    assert.ok(Math.abs(listed[0]!.storedAt.getTime() - before) < 60_000);
    await blobs.remove(checksum);
    await blobs.remove(checksum);
    assert.equal(await blobs.has(checksum), false);
    assert.equal(await blobs.check(checksum), "missing");
  },
  async "a large blob does the same"({ blobs }) {
    const bytes = freshBytes(3_000_000);
    const checksum = checksumOf(bytes);
    await blobs.put(checksum, bytes);
    const read = (await blobs.read(checksum))!;
    assert.equal(checksumOf(await new Response(read.body).bytes()), checksum);
    await (await blobs.read(checksum))!.body.cancel();
  },
  async "a body that is not read to its end costs nothing"({ blobs }) {
    const bytes = freshBytes(300_000);
    await blobs.put(checksumOf(bytes), bytes);
    await (await blobs.read(checksumOf(bytes)))!.body.cancel();
    assert.equal((await blobs.readAll(checksumOf(bytes)))!.length, bytes.length);
  },
  async "what is no checksum and no id never reaches the store"({ blobs, uploads }) {
    const names = ["../secret", "", "A".repeat(64), `${"a".repeat(64)}0`, "a/b", "%2e%2e"];
    for (const name of names) {
      for (const act of [blobs.readAll, blobs.has, blobs.remove]) {
        await assert.rejects(async () => await act(name), TypeError);
      }
      await assert.rejects(() => blobs.put(name, freshBytes()), TypeError);
    }
    const id = crypto.randomUUID();
    for (
      const name of ["../secret", "", `${id}/..`, `${id}.x`, id.toUpperCase() + "G", `../${id}`]
    ) {
      for (const act of [uploads.size, uploads.remove]) {
        await assert.rejects(async () => await act(name), TypeError);
      }
      await assert.rejects(async () => await uploads.lay(name, 10), TypeError);
      await assert.rejects(async () => await uploads.write(name, pieces(encoded("x"))), TypeError);
    }
  },
  async "an upload waits under its id, a second replaces it, and it can be laid out as a file"(
    { uploads },
  ) {
    const id = crypto.randomUUID();
    assert.equal(await uploads.size(id), undefined);
    assert.equal(await uploads.lay(id, 100), undefined);
    await uploads.write(id, pieces(encoded("first")));
    const stored = await uploads.write(id, pieces(encoded("sec"), encoded("ond")));
    assert.deepEqual(stored, { bytes: 6, checksum: checksumOf(encoded("second")) });
    assert.equal(await uploads.size(id), 6);
    {
      await using file = (await uploads.lay(id, 6))!;
      assert.equal(text(await Deno.readFile(file.path)), "second");
      assert.deepEqual([file.bytes, file.checksum], [stored.bytes, stored.checksum]);
    }
    await assert.rejects(async () => await uploads.lay(id, 5), /6 bytes, more than 5/);
    const listed = (await Array.fromAsync(uploads.list())).filter((one) => one.id === id);
    assert.deepEqual(listed.map(({ bytes }) => bytes), [6]);
    await uploads.remove(id);
    await uploads.remove(id);
    assert.equal(await uploads.size(id), undefined);
  },
  async "an upload that breaks off is none"({ uploads }) {
    const id = crypto.randomUUID();
    const broken = (async function* () {
      yield encoded("half of");
      throw new Error("the client has gone");
    })();
    await assert.rejects(uploads.write(id, broken), /the client has gone/);
    assert.equal(await uploads.size(id), undefined);
  },
  async "a store that works says so"({ blobs }) {
    await blobs.probe();
    await blobs.probe();
  },
};
