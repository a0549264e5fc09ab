import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { collectData, getData, listData, listVersions, tagData } from "../data/mod.ts";
import { listFilesBelow } from "../base/files/read.ts";
import { writtenBy } from "../run/history/mod.ts";
import { ownerFolder } from "../data/store/folder.ts";
import { writeFiles } from "../testing/extension.ts";
import { type Machine, sharingMachines } from "../testing/machines.ts";
import { stopDiskAfter } from "../testing/stopped_disk.ts";
import { deleteVersions, OWNER, writeBehavior } from "../testing/stored.ts";
import { recordText } from "./exchange/record_file.ts";
import { filesystemDatastore } from "./filesystem/datastore.ts";
import type { SyncResult } from "./sync_result.ts";

async function two() {
  const shared = await sharingMachines(2);
  for (const { repository } of shared.all) await writeBehavior(repository, "thing");
  return { ...shared, machines: shared.all as [Machine, Machine] };
}

async function listed({ repository }: Machine) {
  const { groups } = await listData(repository, "thing");
  return groups.flatMap(({ items }) => items.map(({ name, version }) => [name, version])).sort();
}

Deno.test("the index says what came and what went", async () => {
  await using shared = await two();
  const [one, other] = shared.machines;
  await one.write("a", 1, 2);
  await one.write("b", 1);
  await one.sync();
  deepEqual(await listed(other), []);
  await other.sync();
  deepEqual(await listed(other), [["a", 2], ["b", 1]]);
  await deleteVersions(one.repository, OWNER, "a", 2);
  await deleteVersions(one.repository, OWNER, "b");
  await one.sync();
  await other.sync();
  deepEqual(await listed(other), [["a", 1]]);
});

Deno.test("tags that were changed on one machine are changed on all; of two changes the later sync's counts", async () => {
  await using shared = await two();
  const [one, other] = shared.machines;
  await one.write("a", 1);
  await one.sync();
  await other.sync();
  const tag = ({ repository }: Machine, mark: string) =>
    tagData(repository, "thing", "a", { set: { mark } });
  const marks = async ({ versions }: Machine) =>
    [...(await versions()).values()].map(({ tags }) => tags["mark"]);
  await tag(one, "x");
  await one.sync();
  await other.sync();
  deepEqual(await marks(other), ["x"]);
  await tag(one, "one");
  await tag(other, "other");
  await one.sync();
  await other.sync();
  await one.sync();
  deepEqual([await marks(one), await marks(other)], [["other"], ["other"]]);
});

Deno.test("a pull changes nothing in the store, and a push after it brings what is new here", async () => {
  await using shared = await two();
  const [one, other] = shared.machines;
  await one.write("a", 1);
  await one.sync();
  await other.write("b", 1);
  const before = await listFilesBelow(shared.store);
  deepEqual((await other.sync({ direction: "pull" })).pulled, 1);
  deepEqual(await listFilesBelow(shared.store), before);
  await other.sync({ direction: "pull" });
  equal((await other.sync({ direction: "push" })).pushed, 1);
  await one.sync();
  deepEqual(await one.data(), await other.data());
});

Deno.test("a sync of one behavior leaves the others alone", async () => {
  await using shared = await two();
  const [one, other] = shared.machines;
  await one.write("a", 1);
  await one.sync({ behaviors: ["11111111-2222-4333-8444-555555555555"] });
  equal((await other.sync()).pulled, 0);
  await one.sync({ behaviors: [OWNER.id] });
  equal((await other.sync({ behaviors: [OWNER.id] })).pulled, 1);
});

Deno.test("data whose behavior is not here is left in the store where that is asked for", async () => {
  await using shared = await sharingMachines(2);
  const [one, other] = shared.all as [Machine, Machine];
  await one.write("a", 1, 2);
  await one.sync();
  const left = await other.sync({ unknown: "leave" });
  deepEqual([left.pulled, left.unknown], [0, 1]);
  await writeBehavior(other.repository, "thing");
  const taken = await other.sync({ unknown: "leave" });
  deepEqual([taken.pulled, taken.unknown], [2, 0]);
});

Deno.test("with few changes only these are read and written, however much there is", async () => {
  await using shared = await two();
  const [one, other] = shared.machines;
  await one.write("a", ...Array.from({ length: 300 }, (_, index) => index));
  await one.sync();
  await other.sync();
  await one.write("b", 1, 2, 3);
  for (
    const [machine, expected] of [
      [one, { write: 3, bytes: "write" }],
      [other, { read: 3, bytes: "read" }],
    ] as const
  ) {
    const counts: Record<string, number> = {};
    let others = 0;
    const provider = filesystemDatastore({
      path: shared.store,
      onOperation(operation, bytes) {
        if (operation !== "list" && bytes > 100) counts[operation] = (counts[operation] ?? 0) + 1;
        else others++;
      },
    });
    await machine.sync({ provider });
    const { bytes, ...wanted } = expected;
    deepEqual(counts, wanted, bytes);
    ok(others < 12, `${others} folders listed and small files read`);
  }
});

Deno.test("content of every size arrives as it is", async () => {
  await using shared = await two();
  const [one, other] = shared.machines;
  const sizes = [0, 1, 256 * 1024 - 2, 256 * 1024 - 1, 256 * 1024, 5_000_000];
  for (const size of sizes) {
    await one.write(`size-${size}`, "é".repeat(size / 2) + "\n".repeat(size % 2));
  }
  await one.sync();
  deepEqual((await other.sync()).refused, []);
  deepEqual(await other.data(), await one.data());
});

Deno.test("versions with the same id, or with none of svc's, are all brought over", async () => {
  await using shared = await two();
  const [one, other] = shared.machines;
  await one.write("a", 1, 2, 3);
  const folder = ownerFolder(one.repository, OWNER);
  const change = async (version: number, id: string) => {
    const path = `${folder}/a/${version}/metadata.yaml`;
    const metadata = JSON.parse(await Deno.readTextFile(path));
    await Deno.writeTextFile(path, JSON.stringify({ ...metadata, id }));
  };
  const first = JSON.parse(await Deno.readTextFile(`${folder}/a/1/metadata.yaml`)).id;
  await change(2, first);
  await change(3, "../../etc/passwd");
  await one.sync();
  await other.sync();
  deepEqual(await other.data(), { a: { 1: 1, 2: 2, 3: 3 } });
  deepEqual([...(await other.versions()).keys()].sort(), [...(await one.versions()).keys()].sort());
  equal((await one.sync()).pushed, 0);
});

const RUNS = `.svc/outputs/${OWNER.type}/greet`;

function run(id: string, time: string, log = "said\n") {
  const base = `${RUNS}/${OWNER.id}-${time}`;
  return { [`${base}.yaml`]: JSON.stringify({ id, text: id }), [`${base}.log`]: log };
}

async function recordsOf({ repository }: Machine): Promise<string[]> {
  const files = await listFilesBelow(`${repository.root}/.svc/outputs`);
  const texts = await Promise.all(
    files.filter((path) => path.endsWith(".yaml")).map((path) =>
      Deno.readTextFile(`${repository.root}/.svc/outputs/${path}`)
    ),
  );
  return texts.map((text) => JSON.parse(text).id).sort();
}

Deno.test("runs of all machines are kept on all, also two of the same moment; one that goes on is not", async () => {
  await using shared = await two();
  const [one, other] = shared.machines;
  const ids = [1, 2, 3].map((n) => `${n}1111111-2222-4333-8444-555555555555`);
  const time = "2026-01-02T03-04-05-678Z";
  await writeFiles(one.repository.root, {
    ...run(ids[0]!, time, "x".repeat(1_000_000)),
    [`${RUNS}/${OWNER.id}-2026-02-02T03-04-05-678Z.log`]: "still going",
  });
  await writeFiles(other.repository.root, {
    ...run(ids[1]!, time),
    ...run(ids[2]!, "2026-01-03T03-04-05-678Z"),
  });
  deepEqual((await one.sync()).runs, { pulled: 0, pushed: 1 });
  deepEqual((await other.sync()).runs, { pulled: 1, pushed: 2 });
  deepEqual((await one.sync()).runs, { pulled: 2, pushed: 0 });
  for (const machine of shared.machines) deepEqual(await recordsOf(machine), ids);
  const logs = await listFilesBelow(`${other.repository.root}/${RUNS}`);
  equal(logs.filter((path) => path.endsWith(".log")).length, 3);
  deepEqual((await one.sync()).runs, { pulled: 0, pushed: 0 });
  // Somebody made room: it does not come back, and stays with the others.
  await Deno.remove(`${one.repository.root}/.svc/outputs/${OWNER.type}`, { recursive: true });
  deepEqual((await one.sync()).runs, { pulled: 0, pushed: 0 });
  await other.sync();
  deepEqual(await recordsOf(other), ids);
});

Deno.test("what a run wrote is found by its id when its version has got another number", async () => {
  await using shared = await two();
  const [one, other] = shared.machines;
  await one.write("a", "one");
  await other.write("a", "other");
  const [dataId] = [...(await other.versions()).keys()];
  const id = "11111111-2222-4333-8444-555555555555";
  const record = {
    id,
    definitionId: OWNER.id,
    methodName: "greet",
    status: "succeeded",
    startedAt: "2026-01-02T03:04:05.678Z",
    completedAt: "2026-01-02T03:04:06.678Z",
    durationMs: 1000,
    provenance: {},
    artifacts: { dataArtifacts: [{ dataId, name: "a", version: 1, tags: {} }] },
  };
  await writeFiles(other.repository.root, {
    [`${RUNS}/${OWNER.id}-2026-01-02T03-04-05-678Z.yaml`]: JSON.stringify(record),
  });
  await one.sync();
  await other.sync();
  await one.sync();
  for (const { repository } of shared.machines) {
    const written = await writtenBy(repository, id);
    deepEqual([written.data, written.version], ["other", 2]);
  }
  await deleteVersions(other.repository, OWNER, "a", 2);
  await rejects(
    writtenBy(other.repository, id),
    (error) => isSvcError(error) && error.code === "data_not_found",
  );
});

Deno.test("many records become one, which knows what they said", async () => {
  await using shared = await two();
  const [one, other] = shared.machines;
  await one.write("a", 1, 2);
  await one.sync();
  await other.sync();
  const folder = `${shared.store}/data/${OWNER.id}`;
  const [gone] = [...(await one.versions())].find(([, { number }]) => number === 2)!;
  for (let count = 0; count < 120; count++) {
    const id = count === 60 ? gone : crypto.randomUUID();
    await Deno.writeTextFile(
      `${folder}/${crypto.randomUUID()}.record`,
      recordText({ removed: [{ id, name: "a", number: 2 }], amended: [] }),
    );
  }
  const records = () =>
    [...Deno.readDirSync(folder)].filter(({ name }) => /record$/.test(name)).length;
  for (const value of [3, 4, 5]) {
    await one.write("b", value);
    equal((await one.sync()).lost, 0);
  }
  equal(records(), 1);
  // It last saw the store when there was no record at all.
  equal((await other.sync()).removed, 1);
  await other.write("b", 6);
  await other.sync();
  equal(records(), 1);
  await one.sync();
  deepEqual(await one.data(), { a: { 1: 1 }, b: { 1: 3, 2: 4, 3: 5, 4: 6 } });
  deepEqual(await other.data(), await one.data());
  for (const { name } of Deno.readDirSync(folder)) {
    if (name.endsWith(".record")) await Deno.remove(`${folder}/${name}`);
  }
  await one.write("b", 7);
  await one.sync();
  equal(records(), 1, "a record that is lost is made again");
});

/** Both have version 1; the second machine writes unseen, then the first one writes and is acknowledged. */
async function overtaking() {
  const shared = await two();
  const [one, other] = shared.machines;
  await one.write("a", "base");
  await one.sync();
  await other.sync();
  await other.write("a", "earlier");
  await pastThisMoment();
  await one.write("a", "later");
  await one.sync();
  return { ...shared, one, other };
}

/** Until the clock shows another millisecond. */
async function pastThisMoment() {
  for (const from = Date.now(); Date.now() <= from;) await Promise.resolve();
}

Deno.test("a version that was written earlier and arrives later is not the latest; both sides say so once", async () => {
  await using shared = await overtaking();
  const { one, other } = shared;
  const told = ({ overtaken }: SyncResult) =>
    overtaken.map(({ name, version, by, writtenBy }) => [name, version, by.version, writtenBy]);
  const expected = [["a", 3, 2, Deno.hostname()]];
  deepEqual(told(await other.sync()), expected);
  deepEqual(told(await one.sync()), expected);
  for (const machine of [one, other]) {
    deepEqual(told(await machine.sync()), []);
    const { repository } = machine;
    const shown = await getData(repository, "thing", "a");
    deepEqual([shown.version, shown.content, shown.overtakenBy], [2, "later", undefined]);
    const kept = await getData(repository, "thing", "a", { version: 3 });
    deepEqual([kept.content, kept.overtakenBy], ["earlier", 2]);
    const { versions } = await listVersions(repository, "thing", "a");
    deepEqual(
      versions.map(({ version, isLatest, overtakenBy }) => [version, isLatest, overtakenBy]),
      [[2, true, undefined], [3, false, 2], [1, false, undefined]],
    );
    deepEqual(await listed(machine), [["a", 2]]);
  }
  // Whoever comes later has seen nothing else.
  const { repository, sync } = one;
  await Deno.remove(`${repository.root}/.svc`, { recursive: true });
  deepEqual(told(await sync()), []);
  await other.write("a", "last");
  await other.sync();
  await sync();
  deepEqual(await listed(one), [["a", 4]]);
});

Deno.test("a sync that was cut off on its way to the store says at the next one what was overtaken", async () => {
  await using shared = await overtaking();
  const { other, store } = shared;
  let [said, stopped] = [0, 0];
  for (let changes = 0; said === 0; changes++) {
    using disk = stopDiskAfter(changes, store);
    try {
      said = (await other.sync()).overtaken.length;
    } catch (error) {
      if (!disk.stopped) throw error;
      stopped++;
    }
  }
  ok(said === 1 && stopped > 0, `${said} said, ${stopped} stopped`);
});

Deno.test("when the one that overtook is deleted, the overtaken one is the latest everywhere", async () => {
  await using shared = await overtaking();
  const { one, other } = shared;
  await other.sync();
  await one.sync();
  await deleteVersions(one.repository, OWNER, "a", 2);
  await one.sync();
  await other.sync();
  for (const machine of [one, other]) deepEqual(await listed(machine), [["a", 3]]);
});

Deno.test("collecting keeps the latest and lets go of what was written first, overtaken ones as well", async () => {
  await using shared = await overtaking();
  const { one, other } = shared;
  await other.sync();
  await one.sync();
  const kept = async (keep: number) => {
    const path = `${ownerFolder(one.repository, OWNER)}/a/2/metadata.yaml`;
    const metadata = JSON.parse(await Deno.readTextFile(path));
    await Deno.writeTextFile(path, JSON.stringify({ ...metadata, garbageCollection: keep }));
    await collectData(one.repository);
    return Object.keys((await one.data())["a"]!);
  };
  deepEqual(await kept(2), ["2", "3"]);
  deepEqual(await kept(1), ["2"]);
});

Deno.test("an earlier release loses nothing of the order: what it wrote, and what it brings, is placed by its clock", async () => {
  await using shared = await overtaking();
  const { one, other } = shared;
  // As an earlier release left it: without the key.
  const path = `${ownerFolder(other.repository, OWNER)}/a/2/metadata.yaml`;
  const { written: _, ...metadata } = JSON.parse(await Deno.readTextFile(path));
  await Deno.writeTextFile(path, JSON.stringify(metadata));
  const { overtaken } = await other.sync();
  deepEqual(overtaken.map(({ version, by }) => [version, by.version]), [[3, 2]]);
  equal("writtenBy" in overtaken[0]!, false);
  await one.sync();
  for (const machine of [one, other]) {
    deepEqual(await listed(machine), [["a", 2]]);
    deepEqual(await machine.data(), { a: { 1: "base", 2: "later", 3: "earlier" } });
  }
});

Deno.test("a clock that is an hour ahead is told, and hides nothing that was written after it was seen", async () => {
  await using shared = await two();
  const [one, other] = shared.machines;
  const { now } = Date;
  await one.write("a", "acknowledged");
  await one.sync();
  try {
    Date.now = () => now() + 3_600_000;
    await other.write("a", "ahead");
  } finally {
    Date.now = now;
  }
  deepEqual((await other.sync()).ahead, []);
  const { ahead } = await one.sync();
  deepEqual(ahead.map(({ name, version }) => [name, version]), [["a", 2]]);
  deepEqual((await one.sync()).ahead, []);
  await one.write("a", "seen");
  await one.sync();
  await other.sync();
  for (const machine of [one, other]) {
    deepEqual(await listed(machine), [["a", 3]]);
    deepEqual(await machine.data(), { a: { 1: "acknowledged", 2: "ahead", 3: "seen" } });
  }
});
