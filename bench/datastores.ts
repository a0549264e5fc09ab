// What a sync with a shared store costs: 10,000 items the first time, then again with 10 changes, to the
// store and on to another machine. Beside it the floor, a plain copy of the same data. Operations and
// bytes are those on the store.
import { createDefinition } from "../packages/runtime/behavior/definitions/create.ts";
import { findDefinition } from "../packages/runtime/repository/definitions/find.ts";
import { filesystemDatastore } from "../packages/runtime/datastores/filesystem/datastore.ts";
import { synchronize } from "../packages/runtime/datastores/synchronize.ts";
import type { Repository } from "../packages/runtime/repository/repository.ts";
import { type DataOwner, ownerFolder } from "../packages/runtime/data/store/folder.ts";
import { openRunData } from "../packages/runtime/data/store/run_data.ts";
import { temporaryFolder } from "../packages/runtime/testing/extension.ts";
import { emptyRepository } from "../packages/runtime/testing/stored.ts";
import { copy, say, timed } from "./sync/measure.ts";
import { CONTENT, resourceVersion } from "./documents/resource.ts";

const ITEMS = Number(Deno.env.get("BENCH_ITEMS") ?? 10_000);
const CHANGES = 10;
const BATCH = 500;

await using store = await temporaryFolder();
await using plain = await temporaryFolder();
await using one = await emptyRepository();
await using two = await emptyRepository();

const owner = await ownerIn(one.repository);
await write(one.repository, owner, ITEMS);
const floor = await timed(() => copy(ownerFolder(one.repository, owner), plain.path));
await say(`${ITEMS} items of ${CONTENT.length} bytes; cp -r of their folder takes ${ms(floor)}\n`);
await measured("first sync, to the store", one.repository);
await measured("first sync of another machine, from the store", two.repository);
await write(one.repository, owner, CHANGES);
await measured(`${CHANGES} changes, to the store`, one.repository);
await measured(`${CHANGES} changes, from the store`, two.repository);
await measured("nothing changed", one.repository);

async function measured(what: string, repository: Repository): Promise<void> {
  const counts = { list: 0, read: 0, write: 0, remove: 0 };
  let bytes = 0;
  await using provider = filesystemDatastore({
    path: store.path,
    onOperation(operation, size) {
      counts[operation]++;
      bytes += size;
    },
  });
  const exchange = `${repository.state}/datastore/bench`;
  const took = await timed(() => synchronize(repository, { provider, exchange }));
  await say(
    `  ${what}: ${ms(took)} (${(took / floor).toFixed(2)}x cp -r), ` +
      `${counts.list} folders listed, ${counts.read} files read, ${counts.write} written, ` +
      `${bytes} bytes\n`,
  );
}

async function ownerIn(repository: Repository): Promise<DataOwner> {
  await createDefinition(repository, { type: "command/shell", name: "bench" });
  const { type, definition } = await findDefinition(repository, "bench");
  return { type, id: definition.id };
}

async function write(repository: Repository, owner: DataOwner, count: number): Promise<void> {
  const data = await openRunData(repository, owner);
  for (let at = 0; at < count; at += BATCH) {
    await data.write(
      Array.from(
        { length: Math.min(BATCH, count - at) },
        (_, index) =>
          resourceVersion(owner, `item-${at + index}`, {
            specName: "greeting",
            modelName: "bench",
          }),
      ),
    );
  }
}

function ms(milliseconds: number): string {
  return `${milliseconds.toFixed(0)} ms`;
}
