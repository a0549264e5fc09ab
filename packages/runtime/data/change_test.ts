import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { refusal } from "../testing/refusal.ts";
import {
  bytes,
  emptyRepository,
  newData,
  OWNER,
  stored,
  version,
  writeBehavior,
} from "../testing/stored.ts";
import type { Repository } from "../repository/repository.ts";
import { ownerFolder } from "./store/folder.ts";
import { openRunData } from "./store/run_data.ts";
import { writeVersions } from "./store/write.ts";
import { deleteData, renameData, tagData } from "./change.ts";
import { collectData, pruneData } from "./collect.ts";
import { searchData } from "./filter.ts";
import { listData } from "./list.ts";
import { pageOfData, type PageQuery } from "./page.ts";
import { dataItem, getData, listVersions } from "./query.ts";

async function filled(): Promise<AsyncDisposable & { repository: Repository }> {
  const empty = await emptyRepository();
  await writeBehavior(empty.repository, "hello");
  await writeVersions(empty.repository, OWNER, [
    version("a", { n: 1 }),
    version("a", { n: 2 }),
    version("tmp-1", 1),
    version("tmp-2", 1),
  ]);
  return empty;
}
const namesOf = async (repository: Repository) =>
  (await listData(repository, "hello")).groups.flatMap(({ items }) =>
    items.map(({ name }) => name)
  );

Deno.test("delete takes a version, a name, a beginning or everything, and says first what would go", async () => {
  await using one = await filled();
  const { repository } = one;
  const dry = await deleteData(repository, "hello", { all: true, dryRun: true });
  deepEqual([dry.totalDeleted, dry.totalVersionsDeleted, dry.dryRun], [3, 4, true]);
  equal((await namesOf(repository)).length, 3);
  equal((await deleteData(repository, "hello", { name: "a", version: 2 })).totalVersionsDeleted, 1);
  deepEqual((await getData(repository, "hello", "a")).content, { n: 1 });
  for (const missing of [{ name: "b" }, { name: "a", version: 2 }, { name: "../a" }]) {
    await rejects(deleteData(repository, "hello", missing), refusal("data_not_found"));
  }
  await rejects(
    getData(repository, "hello", "a", { version: 9 }),
    refusal("data_not_found", /version 9/, /^'svc data versions hello a' lists the versions/m),
  );
  const { deleted } = await deleteData(repository, "hello", { prefix: "tmp-" });
  deepEqual(deleted.map(({ dataName }) => dataName), ["tmp-1", "tmp-2"]);
  deepEqual(await namesOf(repository), ["a"]);
  equal((await writeVersions(repository, OWNER, [version("a", 3)]))[0]!.version, 3);
});

Deno.test("a renamed name leads on, through several renames and back, until it is written again", async () => {
  await using one = await filled();
  const { repository } = one;
  const { copiedVersion, newVersion } = await renameData(repository, "hello", "a", "b");
  deepEqual([copiedVersion, newVersion], [2, 1]);
  await renameData(repository, "hello", "b", "c");
  const item = await getData(repository, "hello", "a");
  deepEqual([item.name, item.content], ["c", { n: 2 }]);
  deepEqual(await namesOf(repository), ["c", "tmp-1", "tmp-2"]);
  deepEqual((await getData(repository, "hello", "a", { version: 1 })).content, { n: 1 });
  const [mark] = (await listVersions(repository, "hello", "a")).versions;
  deepEqual([mark!.version, mark!.renamedTo, mark!.lifecycle], [3, "b", "deleted"]);
  // Back to the first name: it is written, so nothing leads in a circle.
  equal((await renameData(repository, "hello", "c", "a")).newVersion, 4);
  deepEqual((await getData(repository, "hello", "b")).name, "a");
  await writeVersions(repository, OWNER, [version("b", "new")]);
  equal((await getData(repository, "hello", "b")).content, "new");
  await rejects(renameData(repository, "hello", "b", "a"), refusal("already_exists"));
  await rejects(renameData(repository, "hello", "none", "x"), refusal("data_not_found"));
  await rejects(renameData(repository, "hello", "a", "../x"), refusal("invalid_name"));
});

Deno.test("renames that lead in a circle or out of the folder end in a refusal", async () => {
  await using one = await filled();
  const { repository } = one;
  const gone = { lifecycle: "deleted" } as const;
  await writeVersions(repository, OWNER, [
    version("x", 1, { ...gone, renamedTo: "y" }),
    version("y", 1, { ...gone, renamedTo: "x" }),
    version("out", 1, { ...gone, renamedTo: "../../../../etc" }),
  ]);
  for (const name of ["x", "out"]) {
    equal(await dataItem(repository, OWNER, name), undefined);
    await rejects(getData(repository, "hello", name), refusal("data_not_found", /was renamed to/));
  }
});

Deno.test("tags of the newest version change in one step, and nothing else does", async () => {
  await using one = await filled();
  const { repository } = one;
  const before = await getData(repository, "hello", "a");
  await tagData(repository, "hello", "a", { set: { team: "core", odd: "=" } });
  const { tags } = await tagData(repository, "hello", "a", { remove: ["odd", "none"] });
  deepEqual(tags, { ...before.tags, team: "core" });
  deepEqual(await getData(repository, "hello", "a"), { ...before, tags });
  equal((await searchData(repository, "", { tags: ["team=core"] })).total, 1);
  for (const key of ["type", "specName", "", "a=b", "a\n"]) {
    await rejects(
      tagData(repository, "hello", "a", { set: { [key]: "x" } }),
      refusal("invalid_argument"),
    );
  }
});

Deno.test("content that was changed by hand is not handed out", async () => {
  await using one = await filled();
  const { repository } = one;
  await Deno.writeTextFile(`${ownerFolder(repository, OWNER)}/a/2/raw`, `{"n":9}`);
  await rejects(getData(repository, "hello", "a"), refusal("checksum_mismatch", /'a' version 2/));
  deepEqual((await getData(repository, "hello", "a", { version: 1 })).content, { n: 1 });
  equal((await getData(repository, "hello", "a", { content: false })).version, 2);
});

Deno.test("data is read by output and beginning of the name, a page at a time", async () => {
  await using one = await filled();
  const { repository } = one;
  const other = { tags: { type: "resource", specName: "other" } };
  await writeVersions(repository, OWNER, [version("tmp-3", 1, other), version("tmp%", 1)]);
  const page = async (query: PageQuery) => {
    const { items, total } = await pageOfData(repository, OWNER, query);
    return [items.map(({ name }) => name), total];
  };
  deepEqual(await page({ prefix: "tmp-" }), [["tmp-1", "tmp-2", "tmp-3"], 3]);
  deepEqual(await page({ prefix: "tmp-", spec: "thing", limit: 1, offset: 1 }), [["tmp-2"], 2]);
  deepEqual(await page({ spec: "other" }), [["tmp-3"], 1]);
  deepEqual(await page({ prefix: "tmp_" }), [[], 0]);
});

Deno.test("what was deleted says when, and keeps its versions", async () => {
  await using one = await filled();
  const { repository } = one;
  await (await openRunData(repository, OWNER)).markDeleted(["a"], "destroy");
  await rejects(getData(repository, "hello", "a"), refusal("data_not_found", /was deleted at 20/));
  const { versions } = await listVersions(repository, "hello", "a");
  deepEqual(versions.map(({ version, lifecycle }) => [version, lifecycle]), [
    [3, "deleted"],
    [2, undefined],
    [1, undefined],
  ]);
  deepEqual((await getData(repository, "hello", "a", { version: 2 })).content, { n: 2 });
});

Deno.test("gc takes what has expired and surplus versions, and never the newest or a mark", async () => {
  await using one = await emptyRepository();
  const { repository } = one;
  await writeBehavior(repository, "hello");
  await writeVersions(repository, OWNER, [
    version("expired", 1, { lifetime: "1h" }),
    version("expired", 2, { lifetime: "1h" }),
    version("old", 1, { garbageCollection: "1d" }),
    version("old", 2, { garbageCollection: "1d" }),
    version("marked", 1, { lifetime: "1h" }),
    version("job", 1, { lifetime: "job" }),
    version("zero", 1, { lifetime: "0d" }),
    version("recorded", 1, { lifetime: "workflow" }),
    version("kept", 1),
  ]);
  const data = await openRunData(repository, OWNER);
  await data.markDeleted(["marked"], "x");
  const recorded = (await data.find("recorded"))!;
  const outputs = `${repository.root}/.svc/outputs/${OWNER.type}/greet`;
  await Deno.mkdir(outputs, { recursive: true });
  // Far in, where one piece that is read ends and the next begins.
  const before64k = "x".repeat(65_536 - 20);
  await Deno.writeTextFile(`${outputs}/${OWNER.id}-x.yaml`, `${before64k}: ${recorded.id}\n`);
  await age(repository, ["expired/1", "expired/2", "old/1", "old/2", "marked/1", "marked/2"]);
  const before = await stored(repository);
  const dry = await collectData(repository, { dryRun: true });
  deepEqual(await stored(repository), before);
  const real = await collectData(repository);
  deepEqual({ ...real, dryRun: true }, dry);
  deepEqual(
    real.expiredEntries.map(({ dataName, reason }) => [dataName, reason]),
    [["expired", "duration-expired"], ["job", "job-deleted"], ["zero", "workflow-deleted"]],
  );
  const left = await stored(repository);
  deepEqual(Object.keys(left), ["kept", "marked", "old", "recorded"]);
  deepEqual([Object.keys(left["old"]!), Object.keys(left["marked"]!)], [["2"], ["1", "2"]]);
  equal((await collectData(repository)).versionsDeleted, 0);
});

/** Makes versions two days old. */
async function age(repository: Repository, versions: readonly string[]): Promise<void> {
  for (const version of versions) {
    const path = `${ownerFolder(repository, OWNER)}/${version}/metadata.yaml`;
    const metadata = JSON.parse(await Deno.readTextFile(path));
    const createdAt = new Date(Date.now() - 2 * 86_400_000).toISOString();
    await Deno.writeTextFile(path, JSON.stringify({ ...metadata, createdAt }));
  }
}

Deno.test("prune takes the data of behaviors that are gone, and stops when one cannot be read", async () => {
  await using one = await filled();
  const { repository } = one;
  const gone = { type: "@acme/thing/deep", id: "0d7c2f6e-0000-4000-8000-00000000000f" };
  const mine = { ownerDefinition: { ownerType: "manual", ownerRef: gone.id } } as const;
  await writeVersions(repository, gone, [{ data: newData("x", mine), content: bytes(1) }]);
  const broken = `${repository.root}/behaviors/broken.yaml`;
  await Deno.writeTextFile(broken, "type: [");
  await rejects(pruneData(repository), refusal("validation_failed"));
  await Deno.remove(broken);
  equal((await pruneData(repository, { dryRun: true })).modelsReclaimed, 1);
  const { reclaimedModels } = await pruneData(repository);
  deepEqual(reclaimedModels, [{ type: gone.type, modelId: gone.id, dataEntries: 1 }]);
  await rejects(Deno.lstat(ownerFolder(repository, gone)), Deno.errors.NotFound);
  equal((await namesOf(repository)).length, 3);
});

Deno.test("search finds by part of a name and by every filter, and refuses a time that is none", async () => {
  await using one = await filled();
  const { repository } = one;
  await writeVersions(repository, OWNER, [
    version("notes", "x", { contentType: "text/plain", lifetime: "30d", tags: { type: "file" } }),
  ]);
  const found = async (query: string, filters = {}) =>
    (await searchData(repository, query, filters)).results.map(({ name }) => name).sort();
  deepEqual(await found("TMP"), ["tmp-1", "tmp-2"]);
  equal((await found("hel")).length, 4);
  for (
    const filters of [
      { type: "file" },
      { lifetime: "30d" },
      { contentType: "text/*" },
      { contentType: "text/plain", ownerType: "model-method", behavior: "hello", since: "1h" },
    ]
  ) deepEqual(await found("", filters), ["notes"], JSON.stringify(filters));
  deepEqual(await found("", { since: "2999-01-01" }), []);
  await rejects(searchData(repository, "", { since: "soon" }), refusal("invalid_argument", /7d/));
  const limited = await searchData(repository, "", {}, 2);
  deepEqual([limited.results.length, limited.total, limited.limited], [2, 4, true]);
  match(limited.results[0]!.createdAt, /^20/);
});
