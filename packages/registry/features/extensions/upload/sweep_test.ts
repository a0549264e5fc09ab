import assert from "node:assert/strict";
import { packageOf } from "../../../testing/extensions/package.ts";
import { addCollective, addPerson } from "../../../testing/extensions/people.ts";
import { announcementOf, published, upload } from "../../../testing/extensions/push.ts";
import { type TestRegistry, testRegistry } from "../../../testing.ts";
import { sweepUploads } from "./sweep.ts";

function later(registry: TestRegistry, milliseconds: number): void {
  registry.clock.now = new Date(registry.clock.now.getTime() + milliseconds);
}

Deno.test("a sweep removes what broken-off publications left and nothing that is published", async () => {
  await using registry = await testRegistry({ now: new Date() });
  const { services } = registry;
  await addCollective(services, "acme");
  const key = await addPerson(services, "ada", { acme: "admin" });
  const { checksum } = await published(registry, key);
  const orphan = new TextEncoder().encode("an archive whose transaction never came");
  const orphanChecksum = new Uint8Array(await crypto.subtle.digest("SHA-256", orphan)).toHex();
  await services.blobs.put(orphanChecksum, orphan);
  const next = { version: "2026.01.03.1" };
  await upload(registry, key, announcementOf(next), await packageOf(next));

  assert.deepEqual(await sweepUploads(services), { uploads: 0, files: 0, blobs: 0 });
  later(registry, 2 * 60 * 60_000);
  assert.deepEqual(await sweepUploads(services), { uploads: 2, files: 2, blobs: 1 });
  assert.equal(await services.blobs.has(orphanChecksum), false);
  assert.equal(await services.blobs.has(checksum), true);
  assert.deepEqual([...Deno.readDirSync(services.folder.uploads)], []);
});
