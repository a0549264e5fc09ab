// What keeping data costs. Writes, one by one and in batches, against files that are written and synced
// the plain way; lists, reads and queries over many versions, in process and by the client, against a walk
// of their folders, a plain read and the start of the client. `npm run build` comes first.
import { createDefinition } from "../packages/runtime/behavior/definitions/create.ts";
import { findDefinition } from "../packages/runtime/repository/definitions/find.ts";
import { getData, listData, queryPage } from "../packages/runtime/data/mod.ts";
import { followChanges } from "../packages/runtime/data/catalog/follow.ts";
import { type DataOwner, ownerFolder } from "../packages/runtime/data/store/folder.ts";
import { openRunData } from "../packages/runtime/data/store/run_data.ts";
import { GREET, modelText } from "../packages/runtime/testing/extension.ts";
import { greeterRepository } from "../packages/runtime/testing/repository.ts";
import { CONTENT, resourceVersion } from "./documents/resource.ts";

const ROUNDS = Number(Deno.env.get("BENCH_ROUNDS") ?? 7);
const SIZES = (Deno.env.get("BENCH_SIZES") ?? "1000,10000,100000").split(",").map(Number);
const BATCH = 500;
const SINGLE = 300;

await using greeter = await greeterRepository(modelText(GREET));
const { repository } = greeter;
await say(`${ROUNDS} rounds, medians\n`);
await writes(await ownerNamed("writes"));
for (const size of SIZES) await reads(`of-${size}`, size);

async function ownerNamed(name: string): Promise<DataOwner> {
  await createDefinition(repository, { type: "@acme/greeter", name });
  const { type, definition } = await findDefinition(repository, name);
  return { type, id: definition.id };
}

async function writes(owner: DataOwner): Promise<void> {
  const data = await openRunData(repository, owner);
  let name = 0;
  const single = () => data.write([versionOf(owner, `single-${name++}`)]);
  const batch = () =>
    data.write(Array.from({ length: BATCH }, () => versionOf(owner, `batch-${name++}`)));
  const again = () =>
    data.write(
      Array.from({ length: BATCH }, (_, index) => versionOf(owner, `same-${index}`)),
      { unchanged: "keep" },
    );
  await again();
  const plainFolder = `${repository.root}/plain`;
  await Deno.mkdir(plainFolder);
  const plain = () => {
    using file = Deno.openSync(`${plainFolder}/${name++}`, { write: true, createNew: true });
    file.writeSync(CONTENT);
    file.syncSync();
  };
  const [plainMs, singleMs, batchMs, againMs] = await interleaved([
    times(SINGLE, plain),
    times(SINGLE, single),
    batch,
    again,
  ]) as [number, number, number, number];
  const each = plainMs / SINGLE;
  await say(
    `writes, each safe on the disk\n` +
      `  a plain file with fsync: ${perSecond(SINGLE, plainMs)} a second\n` +
      `  resources one by one: ${perSecond(SINGLE, singleMs)} a second (aim 300), ` +
      `${(singleMs / plainMs).toFixed(2)}x a plain file\n` +
      `  in batches of ${BATCH}: ${perSecond(BATCH, batchMs)} a second (aim 2000), ` +
      `${(batchMs / BATCH / each).toFixed(2)}x a plain file\n` +
      `  in batches, unchanged: ${perSecond(BATCH, againMs)} a second\n`,
  );
}

async function reads(behavior: string, size: number): Promise<void> {
  const owner = await ownerNamed(behavior);
  const { written, indexed } = await fill(owner, size);
  const folder = ownerFolder(repository, owner);
  const name = `item-${size / 2}`;
  const byTag = `modelName == "${behavior}" && tags.third == "7"`;
  const byName =
    `modelName == "${behavior}" && specName == "greeting" && name.startsWith("${name}")`;
  const walk = () => {
    for (const { name } of Deno.readDirSync(folder)) Deno.lstatSync(`${folder}/${name}`);
  };
  const plainRead = () => {
    Deno.readFileSync(`${folder}/${name}/1/metadata.yaml`);
    Deno.readFileSync(`${folder}/${name}/1/raw`);
  };
  const svc = (...args: string[]) => () => client(args);
  const [walkMs, readMs, listMs, getMs, byTagMs, byNameMs, startMs, listed, got, queried] =
    await interleaved([
      walk,
      plainRead,
      () => listData(repository, behavior, { limit: 100 }),
      () => getData(repository, behavior, name),
      () => queryPage(repository, { predicate: byTag }),
      () => queryPage(repository, { predicate: byName }),
      svc("--version"),
      svc("data", "list", behavior, "--limit", "100"),
      svc("data", "get", behavior, name),
      svc("data", "query", byName),
    ]) as [number, number, number, number, number, number, number, number, number, number];
  const inProcess = (ms: number) => `${ms.toFixed(1)} ms (${(ms / walkMs).toFixed(2)}x the walk)`;
  const asCommand = (ms: number, aim: number) =>
    `${ms.toFixed(0)} ms (${(ms / startMs).toFixed(1)}x the start, ` +
    `${(ms - startMs).toFixed(0)} ms beyond it, aim ${aim})`;
  await say(
    `${size} items of one behavior, written at ${perSecond(size, written)} a second, ` +
      `then brought into the index at ${perSecond(size, indexed)} a second\n` +
      `  a walk of their folders: ${walkMs.toFixed(0)} ms; reading two files: ` +
      `${readMs.toFixed(2)} ms; starting svc: ${startMs.toFixed(0)} ms\n` +
      `  in process\n` +
      `    list, first page of 100: ${inProcess(listMs)}\n` +
      `    get: ${inProcess(getMs)}, ${(getMs / readMs).toFixed(0)}x the plain read\n` +
      `    query by a tag: ${inProcess(byTagMs)}\n` +
      `    query by output and beginning of the name: ${inProcess(byNameMs)}\n` +
      `  by the client\n` +
      `    svc data list: ${asCommand(listed, 300)}\n` +
      `    svc data get: ${asCommand(got, 150)}\n` +
      `    svc data query: ${asCommand(queried, 1000)}\n`,
  );
}

async function client(args: readonly string[]): Promise<void> {
  const repoDir = args.length > 1 ? ["--repo-dir", repository.root] : [];
  const { success, stderr } = await new Deno.Command(`${import.meta.dirname}/../bin/svc`, {
    args: [...args, ...repoDir],
    stdin: "null",
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

/** Writes items as a run does, with the index brought up at its end; gives the milliseconds of both. */
async function fill(owner: DataOwner, size: number): Promise<{ written: number; indexed: number }> {
  const index = followChanges(repository, owner);
  const changed = new Set<string>();
  const data = await openRunData(repository, owner);
  data.watchChanges(changed);
  const written = await timed(async () => {
    for (let at = 0; at < size; at += BATCH) {
      await data.write(
        Array.from(
          { length: Math.min(BATCH, size - at) },
          (_, index) =>
            versionOf(owner, `item-${at + index}`, { third: String((at + index) % 1000) }),
        ),
      );
    }
  });
  return { written, indexed: await timed(() => index.bringIn(changed)) };
}

function perSecond(count: number, ms: number): number {
  return Math.round(count * 1000 / ms);
}

function versionOf(owner: DataOwner, name: string, tags: Record<string, string> = {}) {
  return resourceVersion(owner, name, { specName: "greeting", modelName: "bench", ...tags });
}

/** The median time of each, run in turns so that a busy moment hits all alike. */
async function interleaved(works: readonly (() => unknown)[]): Promise<number[]> {
  const all: number[][] = works.map(() => []);
  for (let round = -1; round < ROUNDS; round++) {
    for (const [index, work] of works.entries()) {
      const ms = await timed(work);
      // The first round fills caches.
      if (round >= 0) all[index]!.push(ms);
    }
  }
  return all.map((list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)]!);
}

function times(count: number, work: () => unknown): () => Promise<void> {
  return async () => {
    for (let index = 0; index < count; index++) await work();
  };
}

async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function say(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}
