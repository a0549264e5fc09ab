import assert from "node:assert/strict";
import { removeLeftovers } from "./leftovers.ts";

Deno.test("what killed processes left goes at a start, what live ones use and what nobody made stays", async () => {
  const root = await Deno.makeTempDir({ prefix: "svc-left-" });
  try {
    const [blobs, uploads, incoming, temporary] = [
      `${root}/blobs`,
      `${root}/uploads`,
      `${root}/blobs/incoming`,
      `${root}/temporary`,
    ];
    const [announced, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const left = [
      `${root}/secret.${other}`,
      `${root}/acknowledged.${other}`,
      `${root}/archives-id.${other}`,
      `${blobs}/.ready-${other}`,
      `${uploads}/${other}`,
      `${uploads}/${announced}.${other}`,
      `${incoming}/abc.${other}`,
    ];
    const kept = [
      `${root}/secret`,
      `${root}/archives-id`,
      `${root}/secret.mine`,
      `${uploads}/${announced}`,
      `${uploads}/notes`,
    ];
    const locked = `${incoming}/written.${other}`;
    for (const folder of [blobs, uploads, incoming, temporary]) await Deno.mkdir(folder);
    for (const path of [...left, ...kept, locked]) await Deno.writeTextFile(path, "x");
    using writer = await Deno.open(locked);
    await writer.lock(true);
    const there = async () => {
      const found: string[] = [];
      for (const path of [...left, ...kept, locked]) {
        if (await Deno.stat(path).then(() => true, () => false)) found.push(path);
      }
      return found;
    };
    const leave = (alone: boolean) =>
      removeLeftovers({ root, blobs, uploads }, {
        alone,
        temporary,
        isAnnounced: (id) => Promise.resolve(id === announced),
      });
    assert.equal(await leave(false), 0, "another server may be writing them");
    assert.equal(await leave(true), left.length);
    assert.deepEqual(await there(), [...kept, locked]);

    for (const path of left) await Deno.writeTextFile(path, "x");
    for (const path of left.slice(1)) await Deno.utime(path, 1, 1);
    assert.equal(await leave(false), left.length - 1);
    assert.deepEqual(await there(), [left[0], ...kept, locked]);

    const [old, young] = ["svc-doc-1-old", "svc-doc-2-young"].map((name) => `${temporary}/${name}`);
    for (const path of [old!, young!]) await Deno.mkdir(path);
    await Deno.utime(old!, 1, 1);
    assert.equal(await leave(false), 1, "of the documentation tool what is old");
    assert.deepEqual((await Array.fromAsync(Deno.readDir(temporary))).map(({ name }) => name), [
      "svc-doc-2-young",
    ]);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
