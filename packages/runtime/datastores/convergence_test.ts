import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { tagData } from "../data/change.ts";
import { deleteVersions } from "../store/versions.ts";
import { lockRepository } from "../repository/lock.ts";
import { listFilesBelow } from "../files/read.ts";
import { type Machine, sharingMachines } from "../testing/machines.ts";
import { stopDiskAfter } from "../testing/stopped_disk.ts";
import { OWNER, writeBehavior } from "../testing/stored.ts";

/** How many stories are tried; SVC_SYNC_STORIES=1000 for a long look. */
const STORIES = Number(Deno.env.get("SVC_SYNC_STORIES") ?? 15);

/** What may happen, to one of the machines or to the store. */
type Step =
  | { do: "write"; at: number; name: string; count: number }
  | { do: "delete"; at: number; name: string; version: number | undefined }
  | { do: "tag"; at: number; name: string; value: string }
  | { do: "sync"; at: number; direction: "pull" | "push" | "both" }
  | { do: "together" }
  | { do: "kill"; at: number; changes: number; where: "here" | "store" }
  | { do: "lose"; which: number };

const at = fc.nat({ max: 2 });
const name = fc.constantFrom("a", "b");

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("write" as const),
      at,
      name,
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("delete" as const),
      at,
      name,
      version: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("tag" as const),
      at,
      name,
      value: fc.constantFrom("x", "y"),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("sync" as const),
      at,
      direction: fc.constantFrom(
        "both" as const,
        "both" as const,
        "pull" as const,
        "push" as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "together" as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("kill" as const),
      at,
      changes: fc.nat({ max: 60 }),
      where: fc.constantFrom("here" as const, "store" as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("lose" as const), which: fc.nat({ max: 1000 }) }),
  },
);

Deno.test("whatever happens on three machines and in their store, no version is lost that nobody deleted, none changes, and all end up the same", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      // Of each item three versions stay, so that writing deletes as well.
      await using shared = await sharingMachines(3, { garbageCollection: 3 });
      for (const { repository } of shared.all) await writeBehavior(repository, "thing");
      const story = storyOf(shared.all, shared.store);
      for (const one of steps) await story.step(one);
      await story.end();
    }),
    { numRuns: STORIES, endOnFailure: Deno.env.get("SVC_SYNC_STORIES") === undefined },
  );
});

function storyOf(machines: readonly Machine[], store: string) {
  /** What was ever written, by id. */
  const written = new Map<string, string>();
  const deleted = new Set<string>();
  let values = 0;

  /** Something other than a sync: what goes was deleted, what comes was written. */
  const changing = async (machine: Machine, work: () => Promise<unknown>) => {
    const before = await machine.versions();
    await work();
    const after = await machine.versions();
    for (const [id, { content }] of after) if (!before.has(id)) written.set(id, content);
    for (const id of before.keys()) if (!after.has(id)) deleted.add(id);
  };
  const syncing = async (of: readonly Machine[], work: () => Promise<unknown>) => {
    const before = await Promise.all(of.map((machine) => machine.versions()));
    await work();
    for (const [index, machine] of of.entries()) {
      const after = await machine.versions();
      for (const id of before[index]!.keys()) {
        ok(after.has(id) || deleted.has(id), `a sync took away ${id}, which nobody deleted`);
      }
      for (const [id, { content }] of after) equal(content, written.get(id), "a content changed");
    }
  };

  return {
    async step(step: Step): Promise<void> {
      const machine = machines["at" in step ? step.at : 0]!;
      if (step.do === "write") {
        const made = Array.from({ length: step.count }, () => `${step.name}${values++}`);
        await changing(machine, () => machine.write(step.name, ...made));
      } else if (step.do === "delete") {
        await changing(machine, async () => {
          const file = `locks/${OWNER.id}.lock`;
          await using _lock = await lockRepository(machine.repository, { file });
          await deleteVersions(machine.repository, OWNER, step.name, step.version);
        });
      } else if (step.do === "tag") {
        await changing(
          machine,
          () =>
            tagData(machine.repository, "thing", step.name, { set: { mark: step.value } })
              .catch(() => {}),
        );
      } else if (step.do === "sync") {
        await syncing([machine], () => machine.sync({ direction: step.direction }));
      } else if (step.do === "together") {
        await syncing(machines, () => Promise.all(machines.map((one) => one.sync())));
      } else if (step.do === "kill") {
        await syncing([machine], () => killed(machine, step, store));
      } else {
        const files = await listFilesBelow(`${store}/data`);
        const lost = files[step.which % Math.max(files.length, 1)];
        if (lost !== undefined) await Deno.remove(`${store}/data/${lost}`);
      }
    },
    async end(): Promise<void> {
      for (let round = 0; round < 3; round++) {
        for (const machine of machines) {
          await syncing([machine], async () => deepEqual((await machine.sync()).refused, []));
        }
      }
      const [first, ...others] = await Promise.all(machines.map((one) => one.versions()));
      for (const other of others) deepEqual(sorted(other), sorted(first!));
      for (const id of written.keys()) {
        ok(first!.has(id) || deleted.has(id), `${id} ${written.get(id)} is lost`);
      }
      for (const machine of machines) {
        await machine.data();
        const { pulled, pushed, removed, removedThere, lost } = await machine.sync();
        deepEqual([pulled, pushed, removed, removedThere, lost], [0, 0, 0, 0, 0]);
      }
    },
  };
}

/** A sync that ends just before one of its changes of the disk. */
async function killed(
  { repository, sync }: Machine,
  { changes, where }: Step & { do: "kill" },
  store: string,
): Promise<void> {
  using disk = stopDiskAfter(changes, where === "here" ? repository.root : store);
  try {
    await sync();
  } catch (error) {
    if (!disk.stopped) throw error;
  }
}

function sorted(versions: ReadonlyMap<string, unknown>) {
  return [...versions].sort(([a], [b]) => (a < b ? -1 : 1));
}
