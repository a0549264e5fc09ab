import assert from "node:assert/strict";
import { startS3rver } from "@svc/fakes/s3";
import { folderMark } from "./folder_mark.ts";
import type { MarkStore } from "./log_mark.ts";
import { s3World } from "./s3/testing/world.ts";

/** What holds of the mark, wherever it is kept; `one` and `other` are of two servers. */
const RULES: Readonly<Record<string, (one: MarkStore, other: MarkStore) => Promise<void>>> = {
  async "is what was written last, for each server"(one, other) {
    assert.equal(await one.read(), undefined);
    assert.equal(await one.write("first", undefined), true);
    const first = await other.read();
    assert.equal(first?.text, "first");
    assert.equal(await other.write("second\n— name c2ln\n", first), true);
    assert.equal((await one.read())?.text, "second\n— name c2ln\n");
  },
  async "of two who write at once one has written, and the other is told"(one, other) {
    for (const n of [1, 2, 3]) {
      const before = await one.read();
      const texts = [`one ${n}`, `other ${n}`];
      const wrote = await Promise.all([
        one.write(texts[0]!, before),
        other.write(texts[1]!, before),
      ]);
      assert.equal(wrote.filter((did) => did).length, 1);
      assert.equal((await other.read())?.text, texts[wrote.indexOf(true)]);
    }
  },
  async "is not written where another one stands, or none, than the writer read"(one) {
    await one.write("first", undefined);
    const first = await one.read();
    await one.write("second", first);
    assert.equal(await one.write("third", first), false);
    assert.equal(await one.write("third", undefined), false);
    assert.equal((await one.read())?.text, "second");
  },
};

for (const [rule, check] of Object.entries(RULES)) {
  Deno.test(`the mark in a folder ${rule}`, async () => {
    const root = await Deno.makeTempDir({ prefix: "svc-mark-" });
    await check(folderMark(root), folderMark(root));
    await Deno.remove(root, { recursive: true });
  });
  Deno.test(`the mark in a bucket ${rule}`, async () => {
    await using backend = await startS3rver();
    await using world = await s3World(backend);
    await check(world.store().mark, world.store().mark);
  });
}

Deno.test("a mark whose answer was lost counts as written", async () => {
  await using backend = await startS3rver();
  await using world = await s3World(backend);
  const { mark } = world.store();
  let lost = false;
  world.front.intercept = async (request, forward) => {
    const answer = await forward();
    if (request.method !== "PUT" || lost) return answer;
    lost = true;
    return new Response(null, { status: 500 });
  };
  assert.equal(await mark.write("first", undefined), true);
  assert.equal(lost, true);
});

Deno.test("a store that knows no conditions takes the mark as it is", async () => {
  await using backend = await startS3rver();
  await using world = await s3World(backend);
  const { mark } = world.store();
  world.front.intercept = (request, forward) =>
    request.headers.has("if-match") || request.headers.has("if-none-match")
      ? Promise.resolve(new Response(null, { status: 501 }))
      : forward();
  assert.equal(await mark.write("first", undefined), true);
  assert.equal(await mark.write("second", await mark.read()), true);
  assert.equal((await mark.read())?.text, "second");
});

Deno.test("a mark that cannot be read is no empty one", async () => {
  await using backend = await startS3rver();
  await using world = await s3World(backend);
  world.front.intercept = () => Promise.resolve(new Response(null, { status: 503 }));
  await assert.rejects(world.store({ manners: { tries: 2 } }).mark.read(), { code: "unavailable" });
});
