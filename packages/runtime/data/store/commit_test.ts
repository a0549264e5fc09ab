import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { temporaryFolder } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import {
  bytes,
  deleteVersions,
  emptyRepository,
  OWNER,
  startAnew,
  stored,
  version,
} from "../../testing/stored.ts";
import { stopDiskAfter } from "../../testing/stopped_disk.ts";
import type { Repository } from "../../repository/repository.ts";
import { ownerFolder } from "./folder.ts";
import { INLINE_BYTES, STAGING } from "./staging.ts";
import { JOURNAL } from "./journal.ts";
import { recover } from "./recover.ts";
import { dataNames } from "./versions.ts";
import { writeVersions } from "./write.ts";

const BATCH = [
  version("a", { n: 2 }, { garbageCollection: 2 }),
  version("b", "x".repeat(INLINE_BYTES)),
  version("new", { n: 1 }),
  version("a", { n: 3 }, { garbageCollection: 2 }),
];

async function filled(): Promise<AsyncDisposable & { repository: Repository }> {
  const empty = await emptyRepository();
  await writeVersions(empty.repository, OWNER, [version("a", { n: 1 }), version("b", {})]);
  return empty;
}

const OPERATIONS: Record<string, (repository: Repository) => Promise<unknown>> = {
  "a batch": (repository) => writeVersions(repository, OWNER, BATCH),
  "the first batch": (repository) => writeVersions(repository, { ...OWNER, id: "b" }, BATCH),
  "a deletion": (repository) => deleteVersions(repository, OWNER, "a"),
};
for (const [what, change] of Object.entries(OPERATIONS)) {
  Deno.test(`${what}, stopped at any change of the disk, has happened or not`, async () => {
    const owners = [OWNER, { ...OWNER, id: "b" }];
    const seen = async (repository: Repository) => {
      for (const owner of owners) await dataNames(repository, owner);
      return await Promise.all(owners.map((owner) => stored(repository, owner)));
    };
    await using whole = await filled();
    const before = await seen(whole.repository);
    await change(whole.repository);
    const after = await seen(whole.repository);
    let [olds, news] = [0, 0];
    for (let number = 0;; number++) {
      await using one = await filled();
      const { repository } = one;
      let stopped: boolean;
      {
        using disk = stopDiskAfter(number, `${repository.root}/.svc/data`);
        await change(repository).catch((error) => {
          if (error.message !== "stopped") throw error;
        });
        ({ stopped } = disk);
      }
      const found = await seen(repository);
      if (!stopped) {
        deepEqual(found, after);
        break;
      }
      const isOld = JSON.stringify(found) === JSON.stringify(before);
      if (!isOld) deepEqual(found, after, `${what}, stopped at ${number}`);
      if (isOld) olds++;
      else news++;
      // Whoever writes next finds everything in order, and gives no number twice.
      const [next] = await writeVersions(repository, OWNER, [version("a", { n: 9 })]);
      equal(next!.version, isOld ? 2 : what === "a batch" ? 4 : 2);
      equal(what === "a batch" && isOld ? news : 0, 0, "old after new");
    }
    ok(olds > 0 && news > 3, `${olds} old, ${news} new`);
  });
}

Deno.test("after a power cut the journal gives back what had not reached the folders", async () => {
  const lost: ((item: string) => Promise<void>)[] = [
    (item) => Deno.remove(item, { recursive: true }),
    (item) => Deno.truncate(`${item}/2/raw`, 3),
    (item) => Deno.writeTextFile(`${item}/2/metadata.yaml`, "\0\0\0\0"),
    (item) => Deno.remove(`${item}/2/raw`),
    (item) => Deno.writeTextFile(`${item}/2/raw`, `{"n":8}`),
  ];
  for (const lose of lost) {
    await using one = await filled();
    const { repository } = one;
    await writeVersions(repository, OWNER, [version("a", { n: 2 }), version("c", {})]);
    await deleteVersions(repository, OWNER, "c");
    const before = await stored(repository);
    const folder = ownerFolder(repository, OWNER);
    await startAnew(folder);
    await lose(`${folder}/a`);
    await dataNames(repository, OWNER);
    deepEqual(await stored(repository), before);
    await rejects(Deno.lstat(`${folder}/${JOURNAL}`), Deno.errors.NotFound);
  }
});

Deno.test("a journal that no svc wrote changes nothing and leads nowhere", async () => {
  const commit = (changes: unknown, body = "{}") => {
    const header = JSON.stringify(changes);
    const id = crypto.randomUUID();
    return `commit ${id} ${header.length} ${body.length}\n${header}${body}\nend ${id}\n`;
  };
  const good = {
    ...version("evil", {}).data,
    version: 1,
    id: "x",
    createdAt: "2026-01-01",
    size: 2,
  };
  const write = (more: object) => [{ op: "write", metadata: { ...good, checksum: "x", ...more } }];
  const hostile = [
    "",
    "\0".repeat(5000),
    "commit x",
    commit([]).slice(0, -9),
    commit(write({ name: "../../../evil" })),
    commit(write({ version: 1e300 })),
    commit(write({ version: "../../evil" })),
    commit(write({ size: 1e9 })),
    commit(write({ tags: 3 })),
    commit([{ op: "remove", name: "..", versions: [1], highest: 1 }], ""),
    commit([{ op: "remove", name: "a", versions: ["../b"], highest: 1 }], ""),
    commit([{ ...write({})[0], staged: "../../../../../../etc/passwd" }], ""),
    commit("changes"),
  ];
  for (const head of ["svc-journal 1 x\n", ""]) {
    for (const text of hostile) {
      await using one = await filled();
      const { repository } = one;
      const before = await stored(repository);
      const folder = ownerFolder(repository, OWNER);
      await Deno.writeTextFile(`${folder}/${JOURNAL}`, head + text);
      await dataNames(repository, OWNER);
      deepEqual(await stored(repository), before, text.slice(0, 200));
      await recover(folder);
      equal((await writeVersions(repository, OWNER, [version("a", 1)]))[0]!.version, 2);
    }
  }
});

Deno.test("a link or a pipe in the place of svc's own files is refused, and its target stays", async () => {
  await using outside = await temporaryFolder();
  await Deno.writeTextFile(`${outside.path}/precious`, "mine");
  for (const place of [JOURNAL, STAGING, "a"]) {
    await using one = await emptyRepository();
    const { repository } = one;
    const folder = ownerFolder(repository, OWNER);
    await Deno.mkdir(folder, { recursive: true });
    await Deno.symlink(
      place === JOURNAL ? `${outside.path}/precious` : outside.path,
      `${folder}/${place}`,
    );
    const items = [version("a", "x".repeat(INLINE_BYTES + 1))];
    await rejects(writeVersions(repository, OWNER, items), refusal("conflict", /symbolic link/));
    deepEqual([...Deno.readDirSync(outside.path)].map(({ name }) => name), ["precious"]);
    equal(await Deno.readTextFile(`${outside.path}/precious`), "mine");
  }
  await using one = await emptyRepository();
  const folder = ownerFolder(one.repository, OWNER);
  await Deno.mkdir(`${folder}/a/1`, { recursive: true });
  for (const path of [JOURNAL, "a/.last", "a/1/metadata.yaml", "a/1/raw"]) {
    await new Deno.Command("mkfifo", { args: [`${folder}/${path}`] }).output();
  }
  await rejects(
    writeVersions(one.repository, OWNER, [{ ...version("a", 1), content: bytes(1) }]),
    refusal("conflict", /was not written by svc/),
  );
  await Deno.remove(`${folder}/${JOURNAL}`);
  equal((await writeVersions(one.repository, OWNER, [version("a", 1)]))[0]!.version, 2);
});
