import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { sha256Hex } from "../../base/files/digest.ts";
import { temporaryFolder } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import {
  bytes,
  deleteVersions,
  emptyRepository,
  newData,
  OWNER,
  version,
} from "../../testing/stored.ts";
import type { Repository } from "../../repository/repository.ts";
import { ownerFolder } from "../store/folder.ts";
import { openRunData } from "../store/run_data.ts";
import { writeVersions } from "../store/write.ts";
import { namesBeginningWith } from "../page.ts";
import { type Catalog, withCatalog } from "./catalog.ts";
import { CATALOG, openCatalogFile, TABLES } from "./file.ts";

const ALL = { history: true, dead: true };
const rowsOf = async (catalog: Catalog) => {
  await catalog.refresh(OWNER);
  return catalog.versions(OWNER, ALL);
};
/** The newest versions of names with a prefix, when no others were looked at. */
const newestBeginning = (prefix: string) => async (catalog: Catalog) => {
  await catalog.refreshBeginning(OWNER, prefix);
  return catalog.versions(OWNER, { dead: true, conditions: [namesBeginningWith(prefix)] });
};
/** What a new index says. The one that is there stays. */
const fresh = async (repository: Repository) => {
  const index = `${repository.root}/${CATALOG}`;
  await Deno.mkdir(`${repository.root}/.svc/data`, { recursive: true });
  const there = await Deno.lstat(index).catch(() => undefined);
  if (there) await Deno.rename(index, `${index}.kept`);
  const rows = await withCatalog(repository, rowsOf);
  if (there) await Deno.rename(`${index}.kept`, index);
  return rows;
};

Deno.test("after any changes, by svc or by hand, the index says what a new one says", async () => {
  const name = fc.constantFrom("a", "A", "ab", "b c", "é");
  const step = fc.oneof(
    fc.record({ do: fc.constant("write"), name, keep: fc.constantFrom(1, 2, 9) }),
    fc.record({ do: fc.constant("delete"), name, version: fc.option(fc.constantFrom(1, 2)) }),
    fc.record({ do: fc.constant("mark"), name }),
    fc.record({ do: fc.constant("held"), name, publish: fc.boolean() }),
    fc.record({ do: fc.constant("look") }),
    fc.record({ do: fc.constant("removeByHand"), name }),
    fc.record({ do: fc.constant("addByHand"), name, number: fc.constantFrom(3, 12) }),
    fc.record({ do: fc.constant("editByHand"), name }),
    fc.record({ do: fc.constant("breakIndex"), how: fc.constantFrom("remove", "cut", "noise") }),
  );
  type Step = { do: string; name: string; keep: number; version: number | null } & {
    publish: boolean;
    number: number;
    how: string;
  };
  const perform = async (repository: Repository, step: Step) => {
    const folder = `${ownerFolder(repository, OWNER)}/${step.name}`;
    const index = `${repository.root}/${CATALOG}`;
    const newest = async () => await Deno.readTextFile(`${folder}/latest`).catch(() => undefined);
    switch (step.do) {
      case "write":
        return void await writeVersions(repository, OWNER, [
          version(step.name, 1, { garbageCollection: step.keep }),
        ]);
      case "delete":
        return void await deleteVersions(repository, OWNER, step.name, step.version ?? undefined);
      case "mark":
        return void await (await openRunData(repository, OWNER)).markDeleted([step.name], "x");
      case "held": {
        const data = await openRunData(repository, OWNER, { holdBack: true });
        await data.write([version(step.name, 2)]);
        return step.publish ? data.publish() : data.discard();
      }
      case "look":
        return void await withCatalog(repository, rowsOf);
      case "removeByHand":
        return await Deno.remove(folder, { recursive: true }).catch(() => {});
      case "addByHand": {
        await Deno.mkdir(`${folder}/${step.number}`, { recursive: true });
        await Deno.writeFile(`${folder}/${step.number}/raw`, bytes(1));
        const metadata = { ...newData(step.name), id: "x", size: 1, version: 77 };
        return await Deno.writeTextFile(
          `${folder}/${step.number}/metadata.yaml`,
          JSON.stringify({
            ...metadata,
            createdAt: "2026-01-01T00:00:00Z",
            checksum: await sha256Hex("1"),
          }),
        );
      }
      case "editByHand": {
        const file = `${folder}/${await newest()}/metadata.yaml`;
        const text = await Deno.readTextFile(file).catch(() => undefined);
        if (text !== undefined) await Deno.writeTextFile(file, text.replace("thing", "edited"));
        return;
      }
      case "breakIndex":
        if (step.how === "remove") await Deno.remove(index).catch(() => {});
        else if (await Deno.lstat(index).catch(() => undefined)) {
          if (step.how === "cut") await Deno.truncate(index, 5000);
          else await Deno.writeFile(index, crypto.getRandomValues(new Uint8Array(20_000)));
        }
    }
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 10 }), fc.boolean(), async (steps, settled) => {
      await using one = await emptyRepository();
      const { repository } = one;
      // As if each look came long after the change before it, so that stamps are believed.
      using _later = settled ? clockAhead() : undefined;
      for (const step of steps) {
        await untilNextTime(repository.root);
        await perform(repository, step as Step);
        const beginning = await withCatalog(repository, newestBeginning("a"));
        const whole = await fresh(repository);
        deepEqual(
          beginning,
          whole.filter(({ metadata, isLatest }) => isLatest && metadata.name.startsWith("a")),
          `the names with a, ${step.do}`,
        );
        deepEqual(await withCatalog(repository, rowsOf), await fresh(repository), step.do);
      }
    }),
    { numRuns: 20 },
  );
});

Deno.test("processes that find no index at the same time end with one and the same", async () => {
  await using one = await emptyRepository();
  const { repository } = one;
  await writeVersions(repository, OWNER, [version("a", 1)]);
  const made = await Promise.all(Array.from({ length: 8 }, () => openCatalogFile(repository)));
  const inodes = made.map((database) => {
    using _closed = database;
    return database.prepare("SELECT inode FROM file").get()!["inode"];
  });
  const there = String((await Deno.lstat(`${repository.root}/${CATALOG}`)).ino);
  deepEqual(new Set(inodes), new Set([there]));
});

Deno.test("an index that another process writes to for long is left to it", async () => {
  await using one = await emptyRepository();
  const { repository } = one;
  await writeVersions(repository, OWNER, [version("a", 1)]);
  await withCatalog(repository, rowsOf);
  const index = `${repository.root}/${CATALOG}`;
  const { ino } = await Deno.lstat(index);
  using other = new DatabaseSync(index);
  other.exec("BEGIN IMMEDIATE");
  await writeVersions(repository, OWNER, [version("b", 1)]);
  const rows = await withCatalog(repository, rowsOf);
  deepEqual(rows.map(({ metadata }) => metadata.name), ["a", "b"]);
  equal((await Deno.lstat(index)).ino, ino);
});

function clockAhead(): Disposable {
  const { now } = Date;
  Date.now = () => now() + 3_600_000;
  return { [Symbol.dispose]: () => Date.now = now };
}

/** Waits until the file system gives a change another time than it gave before. */
async function untilNextTime(folder: string): Promise<void> {
  const time = async () => {
    await Deno.writeTextFile(`${folder}/clock`, "");
    return (await Deno.stat(`${folder}/clock`)).mtime!.getTime();
  };
  const first = await time();
  while (await time() === first);
}

Deno.test("a page shows what is there now, and counts it", async () => {
  await using one = await emptyRepository();
  const { repository } = one;
  const names = (page: { rows: { metadata: { name: string } }[]; total: number }) => [
    page.rows.map(({ metadata }) => metadata.name),
    page.total,
  ];
  const page = async (query = {}) =>
    names(await withCatalog(repository, (catalog) => catalog.page(OWNER, { limit: 2, ...query })));
  deepEqual(await page(), [[], 0]);
  const all = ["a", "b", "c", "d", "e"];
  await writeVersions(repository, OWNER, all.map((name) => version(name, 1)));
  deepEqual([await page(), await page({ offset: 4 }), await page({ offset: 9 })], [
    [["a", "b"], 5],
    [["e"], 5],
    [[], 5],
  ]);
  await Deno.remove(`${ownerFolder(repository, OWNER)}/a/1`, { recursive: true });
  await (await openRunData(repository, OWNER)).markDeleted(["b"], "x");
  deepEqual(await page(), [["c", "d"], 3]);
});

Deno.test("an index that came with the repository is not believed, whatever it holds", async () => {
  const plant = async (repository: Repository, statements: readonly string[]) => {
    await Deno.remove(`${repository.root}/${CATALOG}`).catch(() => {});
    const database = new DatabaseSync(`${repository.root}/${CATALOG}`);
    for (const statement of statements) database.exec(statement);
    database.close();
  };
  const lie = [
    `INSERT INTO owner VALUES (1, '${OWNER.type}', '${OWNER.id}', '')`,
    `INSERT INTO version VALUES (1, 'lie', 1, '', 1, 0, NULL, '', '', '', '', '', '{}', 1, '{}')`,
  ];
  const hostile = [
    [...TABLES, ...lie, "INSERT INTO file VALUES ('1')"],
    [...TABLES, ...lie, "CREATE TRIGGER t AFTER INSERT ON item BEGIN DELETE FROM item; END"],
    ["CREATE VIEW owner AS SELECT 1 AS id, '' AS type, '' AS definition, '' AS stamp"],
    ["CREATE VIRTUAL TABLE version USING fts5(name)"],
    [],
  ];
  for (const statements of hostile) {
    await using one = await emptyRepository();
    const { repository } = one;
    await writeVersions(repository, OWNER, [version("a", 1)]);
    await plant(repository, statements);
    const rows = await withCatalog(repository, rowsOf);
    deepEqual(rows.map(({ metadata }) => metadata.name), ["a"]);
    // From then on it is svc's own.
    const own = new DatabaseSync(`${repository.root}/${CATALOG}`);
    deepEqual(
      own.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid").all()
        .map(({ sql }) => sql),
      TABLES,
    );
    own.close();
  }
});

Deno.test("a link in the place of the index is refused, a folder there costs nothing but time", async () => {
  for (const companion of ["", "-wal", "-journal"]) {
    await using one = await emptyRepository();
    await using outside = await temporaryFolder();
    const { repository } = one;
    await writeVersions(repository, OWNER, [version("a", 1)]);
    await Deno.writeTextFile(`${outside.path}/precious`, "mine");
    await Deno.symlink(`${outside.path}/precious`, `${repository.root}/${CATALOG}${companion}`);
    await rejects(withCatalog(repository, rowsOf), refusal("conflict", /symbolic link/));
    equal(await Deno.readTextFile(`${outside.path}/precious`), "mine");
  }
  await using one = await emptyRepository();
  await writeVersions(one.repository, OWNER, [version("a", 1)]);
  await Deno.mkdir(`${one.repository.root}/${CATALOG}/x`, { recursive: true });
  equal((await withCatalog(one.repository, rowsOf)).length, 1);
});

Deno.test("metadata of strangers is left out when it is none, and never leads elsewhere", async () => {
  await using one = await emptyRepository();
  const { repository } = one;
  await writeVersions(repository, OWNER, [version("good", 1)]);
  const folder = ownerFolder(repository, OWNER);
  const good = JSON.parse(await Deno.readTextFile(`${folder}/good/1/metadata.yaml`));
  const texts: Record<string, string> = {
    "not-yaml": "a: [",
    "a-list": "[1]",
    "wrong-types": JSON.stringify({ ...good, tags: ["x"] }),
    "wrong-tag": JSON.stringify({ ...good, tags: { type: 3 } }),
    "no-time": JSON.stringify({ ...good, createdAt: "yesterday" }),
    "huge-size": JSON.stringify({ ...good, size: 1e300 }),
    "no-lifetime": JSON.stringify({ ...good, lifetime: "forever" }),
    "long": JSON.stringify({ ...good, tags: { x: "x".repeat(1_100_000) } }),
    "bomb": `a: &a [${"x,".repeat(50)}]\nb: &b [${"*a,".repeat(50)}]\nc: [${"*b,".repeat(50)}]`,
    "other-name": JSON.stringify({ ...good, name: "../../../etc", version: 99 }),
  };
  for (const [name, text] of Object.entries(texts)) {
    await Deno.mkdir(`${folder}/${name}/1`, { recursive: true });
    await Deno.writeTextFile(`${folder}/${name}/1/metadata.yaml`, text);
  }
  for (const name of ["99999999999999999999", "0", "01", "-1", "1e3", "x"]) {
    await Deno.mkdir(`${folder}/good/${name}`, { recursive: true });
  }
  await Deno.mkdir(`${folder}/pipe/1`, { recursive: true });
  await new Deno.Command("mkfifo", { args: [`${folder}/pipe/1/metadata.yaml`] }).output();
  await Deno.symlink("/etc", `${folder}/linked`);
  const rows = await withCatalog(repository, rowsOf);
  deepEqual(rows.map(({ metadata: { name, version } }) => [name, version]), [
    ["good", 1],
    ["other-name", 1],
  ]);
  ok(rows.every(({ isLatest }) => isLatest));
});
