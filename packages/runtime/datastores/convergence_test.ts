import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { tagData } from "../data/change.ts";
import { lockRepository } from "../repository/lock.ts";
import { listFilesBelow } from "../base/files/read.ts";
import { type Machine, sharingMachines } from "../testing/machines.ts";
import { stopDiskAfter } from "../testing/stopped_disk.ts";
import { deleteVersions, OWNER, writeBehavior } from "../testing/stored.ts";

/** How many stories are tried; SVC_SYNC_STORIES=1000 for a long look. */
const STORIES = Number(Deno.env.get("SVC_SYNC_STORIES") ?? 15);

/** What may happen, to one of the machines or to the store. */
type Step =
  | { do: "write"; at: number; name: string; count: number }
  | { do: "clock"; at: number; wrong: number }
  | { do: "delete"; at: number; name: string; version: number | undefined }
  | { do: "tag"; at: number; name: string; value: string }
  | { do: "sync"; at: number; direction: "pull" | "push" | "both" }
  | { do: "together" }
  | { do: "kill"; at: number; changes: number; where: "here" | "store" }
  | { do: "lose"; which: number };

const HOUR = 3_600_000;

const at = fc.nat({ max: 2 });
const NAMES = ["a", "b"];
const name = fc.constantFrom(...NAMES);

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
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("clock" as const),
      at,
      wrong: fc.constantFrom(0, -HOUR, HOUR, -500, 1500),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("lose" as const), which: fc.nat({ max: 1000 }) }),
  },
);

for (const clocks of ["right", "wrong"] as const) {
  Deno.test(`whatever happens on three machines with ${clocks} clocks and in their store, no version is lost that nobody deleted, none changes, no acknowledged one falls below an earlier one, and all end up the same`, async () => {
    await tryStories(clocks);
  });
}

async function tryStories(clocks: "right" | "wrong"): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      // Of each item three versions stay, so that writing deletes as well.
      await using shared = await sharingMachines(3, { garbageCollection: 3 });
      for (const { repository } of shared.all) await writeBehavior(repository, "thing");
      const story = storyOf(shared.all, shared.store);
      for (const one of steps) {
        if (one.do !== "clock" || clocks === "wrong") await story.step(one);
      }
      await story.end();
    }),
    { numRuns: STORIES, endOnFailure: Deno.env.get("SVC_SYNC_STORIES") === undefined },
  );
}

function storyOf(machines: readonly Machine[], store: string) {
  /** What was ever written, by id. */
  const written = new Map<string, WrittenVersion>();
  const deleted = new Set<string>();
  let values = 0;
  const order = orderOf(machines, written, deleted);

  /** Something other than a sync: what goes was deleted, what comes was written. */
  const changing = async (machine: Machine, work: () => Promise<unknown>) => {
    const before = await machine.versions();
    await work();
    const after = await machine.versions();
    for (const [id, { content, name, written: of }] of after) {
      if (before.has(id)) continue;
      const moment = `${of!.at} ${of!.by} ${id}`;
      // Whoever has seen a version writes a later one, whatever the clocks say.
      for (const known of before.values()) {
        ok(
          known.name !== name || known.written!.at < of!.at,
          "a later version has an earlier time",
        );
      }
      written.set(id, { content, name, moment, when: order.now() });
    }
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
      for (const [id, { content }] of after) {
        equal(content, written.get(id)?.content, "a content changed");
      }
    }
  };

  return {
    async step(step: Step): Promise<void> {
      const machine = machines["at" in step ? step.at : 0]!;
      if (step.do === "write") {
        const made = Array.from({ length: step.count }, () => `${step.name}${values++}`);
        await changing(
          machine,
          () => order.atTime(machine, () => machine.write(step.name, ...made)),
        );
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
      } else if (step.do === "clock") {
        order.setClock(machine, step.wrong);
      } else if (step.do === "sync") {
        await syncing([machine], () => machine.sync({ direction: step.direction }));
        await order.synced([machine], step.direction);
      } else if (step.do === "together") {
        await syncing(machines, () => Promise.all(machines.map((one) => one.sync())));
        await order.synced(machines, "both");
      } else if (step.do === "kill") {
        await syncing([machine], () => killed(machine, step, store));
      } else {
        const files = await listFilesBelow(`${store}/data`);
        const lost = files[step.which % Math.max(files.length, 1)];
        if (lost !== undefined) await Deno.remove(`${store}/data/${lost}`);
        order.lost();
      }
      await order.check();
    },
    async end(): Promise<void> {
      for (let round = 0; round < 3; round++) {
        for (const machine of machines) {
          await syncing([machine], async () => deepEqual((await machine.sync()).refused, []));
          await order.synced([machine], "both");
        }
      }
      const [first, ...others] = await Promise.all(machines.map((one) => one.versions()));
      for (const other of others) deepEqual(sorted(other), sorted(first!));
      for (const id of written.keys()) {
        ok(first!.has(id) || deleted.has(id), `${id} ${written.get(id)!.content} is lost`);
      }
      for (const machine of machines) {
        await machine.data();
        for (const name of NAMES) {
          equal(await machine.latest(name), await machines[0]!.latest(name));
        }
        const { pulled, pushed, removed, removedThere, lost } = await machine.sync();
        deepEqual([pulled, pushed, removed, removedThere, lost], [0, 0, 0, 0, 0]);
      }
    },
  };
}

/** What is known of a version that was written. */
interface WrittenVersion {
  content: string;
  name: string;
  /** What orders it, as text. */
  moment: string;
  /** When it was written in truth. */
  when: number;
}

/** Time in a story, what each machine takes it for, and which version is the latest. */
function orderOf(
  machines: readonly Machine[],
  written: ReadonlyMap<string, WrittenVersion>,
  deleted: ReadonlySet<string>,
) {
  let time = Date.parse("2026-01-02T03:04:05.678Z");
  const wrong = new Map<Machine, number>();
  const acknowledged = new Set<string>();
  /** Those that have not looked at the store since it lost a file: a push alone looks at nothing. */
  const unaware = new Set<Machine>();
  const latest = new Map<string, string>();
  const newest = (ids: Iterable<string>, name: string, by: "moment" | "when") => {
    const all = [...ids].filter((id) => written.get(id)?.name === name && !deleted.has(id));
    return all.map((id) => written.get(id)![by]).sort().at(-1);
  };
  return {
    now: () => time,
    setClock: (machine: Machine, by: number) => void wrong.set(machine, by),
    /** Some time later, as the machine sees it. */
    async atTime(machine: Machine, work: () => Promise<unknown>) {
      time += 1000;
      const { now } = Date;
      Date.now = () => time + (wrong.get(machine) ?? 0);
      try {
        await work();
      } finally {
        Date.now = now;
      }
    },
    /** The latest on each machine is that of what is there, and never an earlier one than before. */
    async check() {
      for (const [index, machine] of machines.entries()) {
        const here = (await machine.versions()).keys().toArray();
        for (const name of NAMES) {
          const id = await machine.latest(name);
          const last = here.filter((one) => written.get(one)!.name === name)
            .map((one) => written.get(one)!.moment).sort().at(-1);
          equal(id && written.get(id)!.moment, last, "the latest is not the last one written");
          const key = `${index} ${name}`;
          const before = latest.get(key);
          if (before !== undefined && !deleted.has(before) && id !== before) {
            ok(written.get(id!)!.moment > written.get(before)!.moment, "the latest went backwards");
          }
          if (id !== undefined) latest.set(key, id);
        }
      }
    },
    /** What was acknowledged is not below an earlier one wherever somebody has synchronised since. */
    async synced(of: readonly Machine[], direction: "pull" | "push" | "both") {
      if (direction !== "push") {
        for (const machine of of) {
          for (const name of NAMES) {
            const id = await machine.latest(name);
            for (const by of wrong.size === 0 ? ["moment", "when"] as const : ["moment"] as const) {
              const wanted = newest(acknowledged, name, by);
              if (wanted === undefined) continue;
              ok(
                written.get(id!)![by] >= wanted,
                "an acknowledged version is below an earlier one",
              );
            }
          }
        }
      }
      for (const machine of of) if (direction !== "push") unaware.delete(machine);
      if (direction === "pull") return;
      for (const machine of of) {
        if (unaware.has(machine)) continue;
        for (const id of (await machine.versions()).keys()) acknowledged.add(id);
      }
    },
    /** The store has lost a file: nothing that was acknowledged can be relied on. */
    lost: () => {
      acknowledged.clear();
      for (const machine of machines) unaware.add(machine);
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
