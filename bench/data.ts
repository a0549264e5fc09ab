// What keeping data costs. Writes, one by one and in batches, against files that are written and synced
// the plain way; lists, reads and queries over many versions against a walk of their folders.
import { createDefinition } from "../packages/runtime/definitions/create.ts";
import { findDefinition } from "../packages/runtime/definitions/find.ts";
import { getData, listData, queryPage } from "../packages/runtime/data/mod.ts";
import { type DataOwner, ownerFolder } from "../packages/runtime/store/folder.ts";
import { openRunData } from "../packages/runtime/store/run_data.ts";
import { GREET, modelText } from "../packages/runtime/testing/extension.ts";
import { greeterRepository } from "../packages/runtime/testing/repository.ts";

const ROUNDS = Number(Deno.env.get("BENCH_ROUNDS") ?? 7);
const SIZES = (Deno.env.get("BENCH_SIZES") ?? "1000,10000,100000").split(",").map(Number);
const BATCH = 500;
const SINGLE = 300;
const CONTENT = new TextEncoder().encode(JSON.stringify({ text: "x".repeat(300) }));

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
  const perSecond = (count: number, ms: number) => Math.round(count * 1000 / ms);
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
  const started = performance.now();
  await fill(owner, size);
  const filled = performance.now() - started;
  const first = await timed(() => listData(repository, behavior, { limit: 100 }));
  const folder = ownerFolder(repository, owner);
  const walk = () => {
    for (const { name } of Deno.readDirSync(folder)) Deno.lstatSync(`${folder}/${name}`);
  };
  const half = size / 2;
  const [walkMs, listMs, getMs, queryMs, prefixMs] = await interleaved([
    walk,
    () => listData(repository, behavior, { limit: 100 }),
    () => getData(repository, behavior, `item-${half}`),
    () => queryPage(repository, { predicate: `modelName == "${behavior}" && tags.third == "7"` }),
    () =>
      queryPage(repository, {
        predicate: `modelName == "${behavior}" && name.startsWith("item-${half}")`,
      }),
  ]) as [number, number, number, number, number];
  const ratio = (ms: number) => `${ms.toFixed(0)} ms (${(ms / walkMs).toFixed(2)}x the walk)`;
  await say(
    `${size} items of one behavior, written at ${Math.round(size * 1000 / filled)} a second\n` +
      `  a walk of their folders: ${walkMs.toFixed(0)} ms\n` +
      `  list, first page of 100: ${ratio(listMs)}; the very first, which makes the index: ` +
      `${first.toFixed(0)} ms\n` +
      `  get: ${ratio(getMs)}\n` +
      `  query by a tag: ${ratio(queryMs)}, by a beginning of the name: ${ratio(prefixMs)}\n`,
  );
}

async function fill(owner: DataOwner, size: number): Promise<void> {
  const data = await openRunData(repository, owner);
  for (let at = 0; at < size; at += BATCH) {
    await data.write(
      Array.from(
        { length: Math.min(BATCH, size - at) },
        (_, index) =>
          versionOf(owner, `item-${at + index}`, { third: String((at + index) % 1000) }),
      ),
    );
  }
}

function versionOf(owner: DataOwner, name: string, tags: Record<string, string> = {}) {
  return {
    data: {
      name,
      contentType: "application/json",
      lifetime: "infinite",
      garbageCollection: 10,
      streaming: false,
      tags: { type: "resource", specName: "greeting", modelName: "bench", ...tags },
      ownerDefinition: { ownerType: "model-method" as const, ownerRef: owner.id },
      lifecycle: "active" as const,
    },
    content: CONTENT,
  };
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
