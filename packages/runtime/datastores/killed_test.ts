import { deepEqual, equal, ok } from "node:assert/strict";
import { sharingMachines } from "../testing/machines.ts";
import { workspaceProcess } from "../testing/process.ts";
import { readMetadata } from "../data/store/versions.ts";
import { ownerFolder } from "../data/store/folder.ts";
import { OWNER } from "../testing/stored.ts";

const MODULE = `${import.meta.dirname}/../testing/killed_sync.ts`;

/** How often svc is killed; SVC_KILLED_SYNCS=500 for a long look. */
const KILLS = Number(Deno.env.get("SVC_KILLED_SYNCS") ?? 8);

Deno.test("however often syncs of two machines and of two processes on one are killed, no version is lost, the one written last is the latest, and all end up the same", async () => {
  await using shared = await sharingMachines(2);
  const written = new Map<string, string>();
  const deleted = new Set<string>();
  let synced = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    // Two on the first machine, one on the second, all at once.
    const roots = [0, 0, 1].map((index) => shared.all[index]!.repository.root);
    const running = roots.map((root, index) =>
      workspaceProcess(MODULE, { root, store: shared.store, mark: `${kill}${index}` })
    );
    const texts = running.map((child) => saidBy(child.stdout));
    // Until each has written something, and at first until one has brought it away; then at any moment.
    while (!texts.every(({ text }) => text.includes("wrote"))) await pause(20);
    while (kill === 0 && !texts.some(({ text }) => text.includes("synced"))) await pause(20);
    await pause(Math.random() * 1500);
    for (const child of running) child.kill("SIGKILL");
    await Promise.all(running.map((child) => child.status));
    for (const said of texts) {
      await said.ended;
      for (const line of said.text.split("\n")) {
        const [what, id, checksum] = line.split(" ");
        if (what === "wrote") written.set(id!, checksum!);
        if (what === "deletes") deleted.add(id!);
        if (what === "synced") synced++;
      }
    }
  }
  for (let round = 0; round < 2; round++) {
    for (const machine of shared.all) deepEqual((await machine.sync()).refused, []);
  }
  const [one, two] = await Promise.all(shared.all.map((machine) => machine.versions()));
  deepEqual(sorted(two!), sorted(one!));
  for (const name of new Set([...one!.values()].map(({ name }) => name))) {
    const all = [...one!].filter(([, version]) => version.name === name);
    const last = all.map(([id, { written }]) => `${written!.at} ${written!.by} ${id}`).sort().at(
      -1,
    );
    for (const machine of shared.all) ok(last!.endsWith(` ${await machine.latest(name)}`), name);
  }
  for (const id of written.keys()) {
    ok(one!.has(id) || deleted.has(id), `${id} is lost`);
  }
  for (const [id, { name, number }] of one!) {
    // One that was written but not said is fine: it was killed in between.
    const expected = written.get(id);
    if (expected === undefined) continue;
    const folder = ownerFolder(shared.all[0]!.repository, OWNER);
    equal((await readMetadata(`${folder}/${name}`, number))!.checksum, expected);
  }
  ok(written.size >= KILLS && synced > 0, `${written.size} written, ${synced} synced`);
});

/** What a process has said so far. */
function saidBy(stdout: ReadableStream<Uint8Array>) {
  const said = { text: "", ended: Promise.resolve() };
  said.ended = (async () => {
    for await (const piece of stdout.pipeThrough(new TextDecoderStream())) said.text += piece;
  })();
  return said;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function sorted(versions: ReadonlyMap<string, unknown>) {
  return [...versions].sort(([a], [b]) => (a < b ? -1 : 1));
}
