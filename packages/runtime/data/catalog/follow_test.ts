import { deepEqual, equal, ok } from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import type { Repository } from "../../repository/repository.ts";
import { emptyRepository, OWNER, version } from "../../testing/stored.ts";
import { ownerFolder } from "../store/folder.ts";
import { JOURNAL } from "../store/journal.ts";
import { openRunData, type RunData } from "../store/run_data.ts";
import { writeVersions } from "../store/write.ts";
import { withCatalog } from "./catalog.ts";
import { CATALOG, openCatalogFile } from "./file.ts";
import { followChanges } from "./follow.ts";
import { ownerId } from "./owner.ts";
import { stampOfOwner } from "./refresh.ts";

const ALL = { history: true, dead: true };
/** As if every behavior were large. */
const ALWAYS = { many: 1, large: 0 };

/** A run that changes data, as `run` does it, with the index brought up at its end. */
async function followedRun(
  repository: Repository,
  work: (data: RunData) => unknown,
  { sizes = ALWAYS, during = () => {} }: {
    sizes?: typeof ALWAYS | undefined;
    during?: () => unknown;
  } = {},
): Promise<void> {
  const index = followChanges(repository, OWNER, sizes);
  const changed = new Set<string>();
  const data = await openRunData(repository, OWNER);
  data.watchChanges(changed);
  await work(data);
  await during();
  await index.bringIn(changed);
}

/** What the index says, when it claims to agree with the folder; undefined when it does not. */
async function claimed(repository: Repository): Promise<unknown[] | undefined> {
  using database = await openCatalogFile(repository);
  const stamp = database.prepare("SELECT stamp FROM owner WHERE id = ?")
    .get(ownerId(database, OWNER))?.["stamp"];
  if (stamp === "" || stamp !== stampOfOwner(ownerFolder(repository, OWNER))) return undefined;
  return database.prepare("SELECT metadata, isLatest FROM version ORDER BY name, version").all()
    .map((row) => [JSON.parse(row["metadata"] as string), row["isLatest"] === 1]);
}

/** What a new index says. */
async function truth(repository: Repository): Promise<unknown[]> {
  const index = `${repository.root}/${CATALOG}`;
  await Deno.rename(index, `${index}.kept`);
  const rows = await withCatalog(repository, async (catalog) => {
    await catalog.refresh(OWNER);
    return catalog.versions(OWNER, ALL);
  });
  await Deno.rename(`${index}.kept`, index);
  return rows.map(({ metadata, isLatest }) => [metadata, isLatest]);
}

Deno.test("after a run that wrote many, the index says all of it before anybody has read", async () => {
  await using one = await emptyRepository();
  const { repository } = one;
  await followedRun(
    repository,
    (data) => data.write(Array.from({ length: 1200 }, (_, n) => version(`n${n}`, n))),
    { sizes: { many: 1200, large: Infinity } },
  );
  equal((await claimed(repository))?.length, 1200);
  deepEqual(await claimed(repository), await truth(repository));
});

Deno.test("a run of few in a small behavior does not touch the index, nor make one", async () => {
  await using one = await emptyRepository();
  const { repository } = one;
  const few = { many: 2, large: Infinity };
  await followedRun(repository, (data) => data.write([version("a", 1)]), { sizes: few });
  equal(await exists(`${repository.root}/${CATALOG}`), false);
  // A large behavior of which nobody has an index is not indexed for one change either.
  await followedRun(repository, (data) => data.write([version("a", 2)]), {
    sizes: { many: 2, large: 0 },
  });
  equal(await exists(`${repository.root}/${CATALOG}`), false);
});

Deno.test("one change of a large behavior is brought into its index", async () => {
  await using one = await emptyRepository();
  const { repository } = one;
  await followedRun(repository, (data) => data.write([version("a", 1), version("b", 1)]));
  const sizes = { many: 9, large: 0 };
  await followedRun(repository, (data) => data.write([version("b", 2)]), { sizes });
  await followedRun(repository, (data) => data.delete("a"), { sizes });
  equal((await claimed(repository))?.length, 2);
  deepEqual(await claimed(repository), await truth(repository));
});

Deno.test("whatever runs, readers and others do, an index that claims to agree does", async () => {
  const name = fc.constantFrom("a", "b", "c");
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant("run"), name, small: fc.boolean() }) },
    fc.record({ do: fc.constant("runThatDeletes"), name, small: fc.boolean() }),
    fc.record({ do: fc.constant("runWithReader"), name, small: fc.boolean() }),
    fc.record({ do: fc.constant("runWithOther"), name, small: fc.boolean() }),
    fc.record({ do: fc.constant("unfollowed"), name, small: fc.boolean() }),
    fc.record({ do: fc.constant("read"), name, small: fc.boolean() }),
    fc.record({ do: fc.constant("removeByHand"), name, small: fc.boolean() }),
    fc.record({ do: fc.constant("cutJournal"), name, small: fc.boolean() }),
    fc.record({ do: fc.constant("age"), name, small: fc.boolean() }),
    fc.record({ do: fc.constant("removeIndex"), name, small: fc.boolean() }),
  );
  type Step = { do: string; name: string; small: boolean };
  let claims = 0;
  const read = (repository: Repository) =>
    withCatalog(repository, (catalog) => catalog.refresh(OWNER));
  const perform = async (repository: Repository, { do: what, name, small }: Step) => {
    const folder = ownerFolder(repository, OWNER);
    const sizes = small ? { many: 3, large: 0 } : ALWAYS;
    const write = (data: RunData) =>
      data.write([version(name, crypto.randomUUID(), { garbageCollection: 2 })]);
    switch (what) {
      case "run":
        return await followedRun(repository, write, { sizes });
      case "runThatDeletes":
        return await followedRun(repository, (data) => data.delete(name), { sizes });
      case "runWithReader":
        return await followedRun(repository, async (data) => {
          await write(data);
          await read(repository);
          await write(data);
        }, { sizes });
      case "runWithOther":
        return await followedRun(repository, write, {
          sizes,
          during: () => Deno.remove(`${folder}/a`, { recursive: true }).catch(() => {}),
        });
      case "unfollowed":
        return void await writeVersions(repository, OWNER, [version(name, 1)]);
      case "read":
        return await read(repository);
      case "removeByHand":
        return await Deno.remove(`${folder}/${name}`, { recursive: true }).catch(() => {});
      case "cutJournal":
        // As a process that was killed before it said that its changes had reached the folders.
        return await Deno.lstat(`${folder}/${JOURNAL}`)
          .then(({ size }) => Deno.truncate(`${folder}/${JOURNAL}`, size - 1)).catch(() => {});
      case "age":
        return await Deno.utime(`${folder}/${JOURNAL}`, new Date(0), new Date(0)).catch(() => {});
      case "removeIndex":
        return await Deno.remove(`${repository.root}/${CATALOG}`).catch(() => {});
    }
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      await using one = await emptyRepository();
      const { repository } = one;
      for (const step of steps) {
        await perform(repository, step);
        const says = await claimed(repository);
        if (says === undefined) continue;
        claims++;
        deepEqual(says, await truth(repository), step.do);
      }
    }),
    { numRuns: 25 },
  );
  ok(claims > 20, `${claims} claims`);
});

Deno.test("an index that came with the repository is not followed but made again", async () => {
  await using one = await emptyRepository();
  const { repository } = one;
  await followedRun(repository, (data) => data.write([version("a", 1), version("b", 1)]));
  const index = `${repository.root}/${CATALOG}`;
  // The same bytes as another file: with rows that are not true, and the stamp of the folder.
  const copy = `${index}.copy`;
  await Deno.copyFile(index, copy);
  for (const companion of ["-wal", "-shm"]) await Deno.remove(index + companion).catch(() => {});
  const planted = new DatabaseSync(copy);
  planted.exec("UPDATE version SET metadata = '{}'");
  planted.close();
  await Deno.rename(copy, index);
  await followedRun(repository, (data) => data.write([version("b", 2)]));
  deepEqual(await claimed(repository), await truth(repository));
  equal((await claimed(repository))?.length, 3);
});

Deno.test("where there can be no index, a run ends as it would without", async () => {
  await using one = await emptyRepository();
  const { repository } = one;
  await Deno.mkdir(`${repository.root}/${CATALOG}/x`, { recursive: true });
  await followedRun(repository, (data) => data.write([version("a", 1)]));
  equal(
    (await withCatalog(repository, async (catalog) => {
      await catalog.refresh(OWNER);
      return catalog.versions(OWNER);
    })).length,
    1,
  );
});

async function exists(path: string): Promise<boolean> {
  return await Deno.lstat(path).then(() => true, () => false);
}
