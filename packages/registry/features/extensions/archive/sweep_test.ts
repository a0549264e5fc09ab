import assert from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { addCollective, addPerson } from "../../../testing/extensions/people.ts";
import { published } from "../../../testing/extensions/push.ts";
import { type TestRegistry, testRegistry } from "../../../testing.ts";
import { nameArchive, storeArchive, type StoredArchive } from "./store_archive.ts";
import { ORPHAN_AGE, sweepArchives } from "./sweep.ts";
import type { BlobStore } from "../../../platform/store/blobs/mod.ts";
import { inTransaction } from "../../../platform/store/transaction.ts";

const bytes = new TextEncoder().encode("an archive whose transaction never came");
const checksum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();

function later(registry: TestRegistry, milliseconds = ORPHAN_AGE + 1): void {
  registry.clock.now = new Date(registry.clock.now.getTime() + milliseconds);
}

/** The registry's services with another way to keep blobs. */
function withBlobs({ services }: TestRegistry, blobs: Partial<BlobStore>) {
  return { ...services, blobs: { ...services.blobs, ...blobs } };
}

async function name({ services }: TestRegistry, archive: StoredArchive): Promise<void> {
  await inTransaction(services.db, (trx) => nameArchive(trx, archive));
}

/** The code of the refusal. */
async function refusal(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(() => undefined, (error) => error);
  assert.ok(isSvcError(error), String(error));
  return error.code;
}

Deno.test("an archive that no version names goes when it is old, wherever its publication was killed", async () => {
  await using registry = await testRegistry();
  const { services } = registry;
  await addCollective(services, "acme");
  const key = await addPerson(services, "ada", { acme: "admin" });
  const version = await published(registry, key);
  // Before the first byte, and after the last.
  const killed = withBlobs(registry, { put: () => Promise.reject(new Error("killed")) });
  await assert.rejects(storeArchive(killed, "0".repeat(64), bytes), /killed/);
  await storeArchive(services, checksum, bytes);

  assert.equal(await sweepArchives(services), 0);
  // Stored again meanwhile: its time begins again.
  later(registry, ORPHAN_AGE / 2);
  await storeArchive(services, checksum, bytes);
  later(registry, ORPHAN_AGE / 2 + 1);
  assert.equal(await sweepArchives(services), 1);
  assert.equal(await services.blobs.has(checksum), true);
  later(registry);
  assert.equal(await sweepArchives(services), 1);
  assert.equal(await services.blobs.has(checksum), false);
  assert.equal(await services.blobs.has(version.checksum), true);
  const left = await services.db.selectFrom("archive").select(["checksum", "state"]).execute();
  assert.deepEqual(left.map((row) => ({ ...row })), [
    { checksum: version.checksum, state: "named" },
  ]);
});

Deno.test("a sweep does not list the blob store", async () => {
  await using registry = await testRegistry();
  await sweepArchives(withBlobs(registry, {
    list: () => {
      throw new Error("listed");
    },
  }));
});

Deno.test("a publication that is overtaken by a sweep is refused, and the next one stores the bytes again", async () => {
  await using registry = await testRegistry();
  const { services } = registry;
  const overtaken = await storeArchive(services, checksum, bytes);
  later(registry);
  await sweepArchives(services);
  assert.equal(await refusal(name(registry, overtaken)), "conflict");
  const next = await storeArchive(services, checksum, bytes);
  // What the next one stored is not the overtaken one's: its bytes may not be there yet.
  assert.equal(await refusal(name(registry, overtaken)), "conflict");
  await name(registry, next);
  later(registry);
  assert.equal(await sweepArchives(services), 0);
  assert.equal(await services.blobs.has(checksum), true);
});

Deno.test("while a sweep removes an archive nobody stores or names it, and a killed sweep is completed", async () => {
  await using registry = await testRegistry();
  const { services } = registry;
  const archive = await storeArchive(services, checksum, bytes);
  later(registry);
  const killed = withBlobs(registry, {
    async remove() {
      assert.equal(await refusal(storeArchive(services, checksum, bytes)), "unavailable");
      assert.equal(await refusal(name(registry, archive)), "conflict");
      assert.equal(await sweepArchives(services), 0, "another sweep leaves it alone");
      throw new Error("killed");
    },
  });
  await assert.rejects(sweepArchives(killed), /killed/);
  assert.equal(await services.blobs.has(checksum), true);
  later(registry);
  assert.equal(await sweepArchives(services), 1);
  assert.equal(await services.blobs.has(checksum), false);
  await name(registry, await storeArchive(services, checksum, bytes));
});

Deno.test("a sweep that was suspended amid a removal leaves to another what may be stored again", async () => {
  await using registry = await testRegistry();
  const { services } = registry;
  await storeArchive(services, checksum, bytes);
  later(registry);
  let asked = 0;
  const suspended = {
    ...services,
    now() {
      // Behind the look and the mark, for longer than another sweep waits.
      if (++asked === 3) later(registry, 11 * 60_000);
      return services.now();
    },
  };
  assert.equal(await sweepArchives(suspended), 0);
  assert.equal(await services.blobs.has(checksum), true);
  assert.equal(await sweepArchives(services), 1);
});

Deno.test("one that is named between the look of a sweep and its mark stays", async () => {
  await using registry = await testRegistry();
  const { services } = registry;
  const others = ["a", "b"].map((text) => new TextEncoder().encode(text));
  const stored: StoredArchive[] = [];
  for (const other of others) {
    const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", other)).toHex();
    stored.push(await storeArchive(services, sum, other));
  }
  later(registry);
  const removed: string[] = [];
  await sweepArchives(withBlobs(registry, {
    async remove(first) {
      removed.push(first);
      for (const archive of stored) if (archive.checksum !== first) await name(registry, archive);
    },
  }));
  assert.equal(removed.length, 1);
});
