import { deleteVersions } from "../../testing/stored.ts";
import { deepEqual, equal, rejects } from "node:assert/strict";
import fc from "fast-check";
import { temporaryFolder } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { type Repository, repositoryAt } from "../../repository/repository.ts";
import type { NewData } from "./item.ts";
import { durationMs, expiresAt, isGarbageCollection, isLifetime } from "./lifetime.ts";
import { ownerFolder, versionsIn } from "./folder.ts";
import { writeVersion } from "./write.ts";

const owner = { type: "@acme/thing", id: "0d7c2f6e-0000-4000-8000-000000000000" };

function data(name: string, keep: number | string = 100): NewData {
  return {
    name,
    contentType: "application/json",
    lifetime: "infinite",
    garbageCollection: keep,
    streaming: false,
    tags: { type: "resource" },
    ownerDefinition: { ownerType: "model-method", ownerRef: owner.id },
  };
}

const write = (repository: Repository, name: string, keep?: number | string) =>
  writeVersion(repository, owner, data(name, keep), new TextEncoder().encode("{}"));

Deno.test("a version is raw, metadata and latest, with size and checksum of the content", async () => {
  await using folder = await temporaryFolder();
  const repository = repositoryAt(folder.path);
  const metadata = await write(repository, "main");
  const item = `${ownerFolder(repository, owner)}/main`;
  deepEqual(
    [metadata.version, metadata.size, metadata.checksum],
    [1, 2, "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"],
  );
  equal(await Deno.readTextFile(`${item}/1/raw`), "{}");
  deepEqual(JSON.parse(await Deno.readTextFile(`${item}/1/metadata.yaml`)), metadata);
  equal(await Deno.readTextFile(`${item}/latest`), "1");
});

Deno.test("a version number is never given twice, whatever is deleted in between", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.constant("write"), fc.constant("all"), fc.nat(6)), { maxLength: 12 }),
      async (steps) => {
        await using folder = await temporaryFolder();
        const repository = repositoryAt(folder.path);
        let highest = 0;
        for (const step of steps) {
          if (step === "write") {
            const { version } = await write(repository, "main");
            equal(version, highest + 1);
            highest = version;
          } else {
            await deleteVersions(repository, owner, "main", step === "all" ? undefined : +step);
          }
        }
      },
    ),
    { numRuns: 15 },
  );
});

Deno.test("a version that came with the repository and leaves no number is named, and nothing is lost", async () => {
  await using folder = await temporaryFolder();
  const repository = repositoryAt(folder.path);
  await write(repository, "a");
  const item = `${ownerFolder(repository, owner)}/a`;
  for (const path of ["999999999999999", ".last"]) {
    if (path === ".last") await Deno.writeTextFile(`${item}/.last`, "999999999999999\n");
    else await Deno.mkdir(`${item}/${path}`);
    await rejects(write(repository, "a"), refusal("conflict", /no number is left/));
    equal((await write(repository, "b")).name, "b");
    await Deno.remove(`${item}/${path}`, { recursive: true });
  }
  equal((await write(repository, "a")).version, 2);
});

Deno.test("what a killed write left behind is not seen as a version", async () => {
  await using folder = await temporaryFolder();
  const repository = repositoryAt(folder.path);
  await write(repository, "main");
  const item = `${ownerFolder(repository, owner)}/main`;
  await Deno.mkdir(`${item}/.b1946ac9.tmp`);
  await Deno.writeTextFile(`${item}/.b1946ac9.tmp/raw`, "half");
  await Deno.remove(`${item}/latest`);
  deepEqual(versionsIn(item), [1]);
  equal(versionsIn(item).at(-1), 1);
  equal((await write(repository, "main")).version, 2);
});

Deno.test("deleting the newest version points latest at the one before", async () => {
  await using folder = await temporaryFolder();
  const repository = repositoryAt(folder.path);
  for (let count = 0; count < 3; count++) await write(repository, "main");
  equal(await deleteVersions(repository, owner, "main", 3), 1);
  const item = `${ownerFolder(repository, owner)}/main`;
  equal(await Deno.readTextFile(`${item}/latest`), "2");
  equal(await deleteVersions(repository, owner, "main", 3), 0);
});

Deno.test("only as many versions stay as the output declares", async () => {
  await using folder = await temporaryFolder();
  const repository = repositoryAt(folder.path);
  for (let count = 0; count < 5; count++) await write(repository, "main", 2);
  deepEqual(versionsIn(`${ownerFolder(repository, owner)}/main`), [4, 5]);
});

Deno.test("a name that is not a plain path segment is refused and nothing is made", async () => {
  await using folder = await temporaryFolder();
  const repository = repositoryAt(folder.path);
  for (const name of ["..", "a/b", "a\\b", "", "a\0"]) {
    await rejects(write(repository, name), refusal("invalid_name"));
  }
  await rejects(Deno.stat(repository.state), Deno.errors.NotFound);
});

Deno.test("lifetimes and retention are read as the format says", () => {
  for (const good of ["ephemeral", "infinite", "job", "workflow", "30d", "0h", "3mo", "1y"]) {
    equal(isLifetime(good), true, good);
  }
  for (const bad of ["30s", "d", "-1d", "1.5h", "", 30, undefined]) equal(isLifetime(bad), false);
  for (const good of [1, 50, "1m", "2w"]) equal(isGarbageCollection(good), true);
  for (const bad of [0, -1, 1.5, "0d", "infinite"]) equal(isGarbageCollection(bad), false);
  deepEqual([durationMs("2mo"), durationMs("1y")], [60 * 86_400_000, 365 * 86_400_000]);
  equal(expiresAt("1h", "2026-01-01T00:00:00.000Z"), Date.parse("2026-01-01T01:00:00.000Z"));
  equal(expiresAt("0h", "2026-01-01T00:00:00.000Z"), undefined);
});
