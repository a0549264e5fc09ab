import { SvcError } from "@svc/core/error";
import assert from "node:assert/strict";
import { type FailureReason, ProcessFailure } from "../../../platform/process/failure.ts";
import type { SourceWorker } from "./process.ts";
import { sourceReader } from "./reader.ts";
import type { Results, Task } from "./task.ts";

type Work = (task: Task) => Results[Task["ask"]];

/** A reader over a worker that tells what it was asked, and its folder. */
async function reading(work: Work) {
  const folder = await Deno.makeTempDir();
  const asked: Task[] = [];
  const worker = {
    async do(task: Task) {
      asked.push(task);
      assert.equal(await Deno.readTextFile(task.archive.path), "archive a");
      return work(task);
    },
    close: () => Promise.resolve(),
  } as SourceWorker;
  const blobs = {
    read(checksum: string) {
      const { body } = new Response(`archive ${checksum}`);
      return Promise.resolve({ bytes: 0, body: body! });
    },
  };
  return {
    reader: sourceReader(worker, blobs, folder),
    /** One whose questions wait for `gate`. */
    holding: (gate: Promise<void>) =>
      sourceReader(
        { ...worker, do: async () => (await gate, []) as never } as SourceWorker,
        blobs,
        folder,
      ),
    asked,
    left: () => [...Deno.readDirSync(folder)].length,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

function failing(reason: FailureReason): never {
  throw new SvcError("unavailable", "Not done", { cause: new ProcessFailure(reason) });
}

Deno.test("the same question is answered once; those who ask at once share the answer", async () => {
  await using ours = await reading(() => []);
  await Promise.all([ours.reader.list("a", "me"), ours.reader.list("a", "you")]);
  await ours.reader.list("a", "me");
  assert.equal(ours.asked.length, 1);
  assert.equal(ours.left(), 0);
});

Deno.test("a text that takes too long with colours is shown without", async () => {
  const file = { bytes: 1, executable: false, shown: "binary" } as const;
  await using ours = await reading((task) =>
    "plain" in task && task.plain ? file : failing("late")
  );
  assert.equal(await ours.reader.show("a", "a.ts", "me"), file);
  assert.equal(ours.asked.length, 2);
});

Deno.test("what took too much is not tried again soon; what only waited is", async () => {
  for (const [reason, tries] of [["late", 1], ["ended", 1], ["busy", 2], ["closed", 2]] as const) {
    await using ours = await reading(() => failing(reason));
    for (let count = 0; count < 2; count++) {
      await assert.rejects(ours.reader.list("a", "me"), { code: "unavailable" });
    }
    assert.equal(ours.asked.length, tries, reason);
    assert.equal(ours.left(), 0);
  }
});

Deno.test("one asker has six archives copied at a time at most, all have 22; then others go on", async () => {
  const gate = Promise.withResolvers<void>();
  await using ours = await reading(() => []);
  const held = ours.holding(gate.promise);
  const ask = (asker: string, count: number) =>
    Array.from({ length: count }, (_, n) => held.list(`${asker} ${n}`, asker));
  const first = ask("me", 6);
  await assert.rejects(held.list("one more", "me"), { code: "unavailable" });
  const others = [...ask("b", 6), ...ask("c", 6), ...ask("d", 4)];
  await assert.rejects(held.list("one more", "e"), { code: "unavailable" });
  gate.resolve();
  await Promise.all([...first, ...others]);
  assert.deepEqual(await held.list("one more", "me"), []);
  assert.equal(ours.left(), 0);
});
