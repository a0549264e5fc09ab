import assert from "node:assert/strict";
import type { Services } from "../access/services.ts";
import { sweepArchives } from "../features/extensions/archive/sweep.ts";
import { sweepUploads } from "../features/extensions/upload/sweep.ts";

const DAY = 24 * 60 * 60_000;

/**
 * Asserts that a store that killed servers used has every acknowledged version of its one extension,
 * each whole, and once a day has passed nothing of any other.
 */
export async function assertWhole(
  services: Services,
  acknowledged: readonly string[],
): Promise<void> {
  const { db, blobs } = services;
  const rows = await db.selectFrom("extension_version").selectAll().execute();
  const versions = rows.map((row) => row.version);
  assert.ok(acknowledged.length >= 3, "each round acknowledged one");
  assert.deepEqual(acknowledged.filter((version) => !versions.includes(version)), []);
  for (const row of rows) {
    const bytes = (await blobs.readAll(row.checksum))!;
    const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
    assert.equal(new Uint8Array(digest).toHex(), row.checksum);
    assert.ok(JSON.parse(row.facts).symbols);
  }
  const extension = await db.selectFrom("extension").selectAll().executeTakeFirstOrThrow();
  assert.equal(extension.latest_stable, versions.sort().at(-1));
  const events = await db.selectFrom("audit_event").select("id")
    .where("action", "=", "published").execute();
  assert.equal(events.length, rows.length);
  const entries = await db.selectFrom("search_entry").select("number").execute();
  assert.deepEqual(entries.map(({ number }) => number), [extension.number]);

  const later = { ...services, now: () => new Date(Date.now() + DAY) };
  await sweepUploads(later);
  await sweepArchives(later);
  const left = (await Array.fromAsync(blobs.list())).map(({ checksum }) => checksum);
  assert.deepEqual(left.sort(), rows.map((row) => row.checksum).sort());
}
