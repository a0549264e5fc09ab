import assert from "node:assert/strict";
import { createLog } from "@svc/http/log";
import { testRegistry } from "../../../testing.ts";
import { ProcessFailure } from "../../../platform/process/failure.ts";
import { addCollective, addPerson } from "../../../testing/extensions/people.ts";
import { published } from "../../../testing/extensions/push.ts";
import { REQUEST } from "./memory/testing.ts";
import { LONGEST_PAUSE, pauses } from "./pause.ts";
import { indexProcess } from "./process.ts";
import { searchIndex } from "./search_index.ts";
import { indexInThread } from "../../../testing/in_thread.ts";

Deno.test("losses one soon after the other have growing pauses up to a longest one; the first has none", () => {
  let at = 0;
  const pausing = pauses(() => at);
  assert.deepEqual([0, 0, 0, 0, 0, 0, 0, 0].map(pausing.lost), [
    ...[0, 1_000, 2_000, 4_000, 8_000, 16_000],
    ...[LONGEST_PAUSE, LONGEST_PAUSE],
  ]);
  at += LONGEST_PAUSE - 1;
  assert.equal(pausing.leftMs(), 1);
  at += 2;
  assert.equal(pausing.leftMs(), 0);
  assert.equal(pausing.lost(LONGEST_PAUSE), 0, "one that lived long is no cause for a pause");
  assert.equal(pausing.losses(), 1);
});

/** An index of a store with one extension, with a clock that stands still. */
async function standing(start: (starts: number) => ReturnType<typeof indexInThread>) {
  const registry = await testRegistry();
  await addCollective(registry.services, "acme");
  const key = await addPerson(registry.services, "ada", { acme: "admin" });
  await published(registry, key, { name: "@acme/first", manifest: { description: "lantern" } });
  const state = { at: 0, starts: 0 };
  const lines: string[] = [];
  const index = searchIndex({
    db: registry.services.db,
    log: createLog("json", () => new Date(0), (line) => void lines.push(line)),
    start: () => start(++state.starts),
    elapsed: () => state.at,
  });
  const find = () => index.find({ ...REQUEST, text: "lantern" });
  const refused = () =>
    find().then(
      () => assert.fail("it found"),
      ({ code, details, message }) => [code, message, Number(details[0].message)],
    );
  return {
    ...{ state, lines, index, find, refused },
    async [Symbol.asyncDispose]() {
      await index.close();
      await registry[Symbol.asyncDispose]();
    },
  };
}

Deno.test("an index whose process ends at each load is not started by each search, and works when it can", async () => {
  await using one = await standing((starts) =>
    starts <= 4 ? indexProcess({ deno: "false" }) : indexInThread()
  );
  const { state, index } = one;
  const lost = "The search index was lost";
  assert.deepEqual(await one.refused(), ["unavailable", lost, 1]);
  assert.equal(index.isFailing(), false, "anything may end once");
  assert.deepEqual(await one.refused(), ["unavailable", lost, 1]);
  assert.deepEqual([state.starts, index.isFailing()], [2, true]);

  // A pause of 1, 2 and 4 seconds: however many search, nothing is started.
  for (const [n, seconds] of [1, 2, 4].entries()) {
    const answers = await Promise.all(Array.from({ length: 20 }, one.refused));
    for (const answer of answers) assert.deepEqual(answer, ["unavailable", lost, seconds]);
    assert.equal(state.starts, 2 + n);
    state.at += seconds * 1_000;
    if (n < 2) await one.refused();
  }
  const found = await Promise.all(Array.from({ length: 20 }, one.find));
  assert.ok(found.every(({ total }) => total === 1));
  assert.deepEqual([state.starts, index.isFailing()], [5, false]);
  const losses = one.lines.map((line) => JSON.parse(line))
    .filter(({ event }) => event === "search.lost");
  assert.deepEqual(losses.map(({ pauseMs }) => pauseMs), [0, 1_000, 2_000, 4_000]);
});

Deno.test("an index that is lost by searches soon after each load is paused, one that lived long is not", async () => {
  let ends = true;
  await using one = await standing(() => {
    const index = indexInThread();
    return {
      ...index,
      search: (request) =>
        ends ? Promise.reject(new ProcessFailure("ended")) : index.search(request),
    };
  });
  await one.refused();
  await one.refused();
  assert.deepEqual([one.state.starts, one.index.isFailing()], [2, true]);
  await one.refused();
  assert.equal(one.state.starts, 2);
  ends = false;
  one.state.at += 1_000;
  assert.equal((await one.find()).total, 1);
  one.state.at += LONGEST_PAUSE;
  ends = true;
  await one.refused();
  ends = false;
  assert.equal((await one.find()).total, 1, "at once");
  assert.deepEqual([one.state.starts, one.index.isFailing()], [4, false]);
});

Deno.test("while nobody searches, whoever asks whether it fails has it loaded after its pause", async () => {
  const loads = Promise.withResolvers<void>();
  await using one = await standing((starts) => {
    if (starts <= 2) return indexProcess({ deno: "false" });
    loads.resolve();
    return indexInThread();
  });
  await one.refused();
  await one.refused();
  for (let n = 0; n < 3; n++) assert.equal(one.index.isFailing(), true);
  await one.refused();
  assert.equal(one.state.starts, 2, "not within the pause");
  one.state.at += 1_000;
  for (let n = 0; n < 3; n++) assert.equal(one.index.isFailing(), true);
  await loads.promise;
  await one.index.load();
  assert.deepEqual([one.state.starts, one.index.isFailing()], [3, false]);
});

Deno.test("a store that does not answer starts no index", async () => {
  const registry = await testRegistry();
  let starts = 0;
  const index = searchIndex({
    db: registry.services.db,
    log: createLog("off", () => new Date(0)),
    start: () => (starts++, indexInThread()),
  });
  await registry[Symbol.asyncDispose]();
  for (let n = 0; n < 3; n++) await assert.rejects(index.find({ ...REQUEST, text: "" }));
  assert.equal(starts, 0);
  await index.close();
});
