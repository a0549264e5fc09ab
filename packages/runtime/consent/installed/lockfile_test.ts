import { deepEqual, equal, rejects } from "node:assert/strict";
import { type Repository, repositoryAt } from "../../repository/repository.ts";
import { temporaryFolder, writeFiles } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { readLockfile, writeLockfile } from "./lockfile.ts";
import { verifyInstalled } from "./verify.ts";

const NAME = "@acme/tool";
const FILE = "upstream_extensions.json";

/** An entry as another tool of the format writes it. */
const OTHER = {
  version: "2026.01.02.3",
  pulledAt: "2026-01-02T00:00:00.000Z",
  files: [".svc/bundles/0123abcd/tool.js", `.svc/pulled-extensions/${NAME}/models/tool.ts`],
  include: ["models/tool.py"],
};

async function inFolder(
  files: Record<string, string>,
  body: (repository: Repository) => Promise<void>,
): Promise<void> {
  await using folder = await temporaryFolder();
  await writeFiles(folder.path, { ".svc.yaml": "svcVersion: '1'\n", ...files });
  await body(repositoryAt(folder.path));
}

/** Adds an entry, and answers which lockfiles there are then. */
async function added(repository: Repository): Promise<string[]> {
  const lockfile = await readLockfile(repository);
  const entry = { ...OTHER, checksum: "0".repeat(64), filesChecksum: "1".repeat(64) };
  await writeLockfile(repository, { ...lockfile, "@acme/more": entry }, `${repository.root}/aside`);
  const found: string[] = [];
  for (const path of [FILE, `extensions/models/${FILE}`, `src/types/${FILE}`]) {
    const text = await Deno.readTextFile(`${repository.root}/${path}`).catch(() => "");
    if (text.includes("@acme/more")) found.push(path);
  }
  return found;
}

const PULLED = JSON.stringify({ [NAME]: OTHER });

const places: [rule: string, files: Record<string, string>, place: string][] = [
  ["at the root when there is none", {}, FILE],
  ["at the root when one is there", {
    [FILE]: PULLED,
    [`extensions/models/${FILE}`]: "{}",
  }, FILE],
  ["among the models where another tool keeps it", {
    [`extensions/models/${FILE}`]: PULLED,
  }, `extensions/models/${FILE}`],
  ["in the folder that the marker names", {
    ".svc.yaml": "modelsDir: src/types\n",
    [`src/types/${FILE}`]: PULLED,
    [`extensions/models/${FILE}`]: "{}",
  }, `src/types/${FILE}`],
];

for (const [rule, files, place] of places) {
  Deno.test(`the lockfile is read and written ${rule}`, async () => {
    await inFolder(files, async (repository) => {
      deepEqual(Object.keys(await readLockfile(repository)), files[place] ? [NAME] : []);
      deepEqual(await added(repository), [place]);
    });
  });
}

Deno.test("an entry of another tool is read without its sums, kept as it was, and has to be restored", async () => {
  await inFolder({ [FILE]: PULLED }, async (repository) => {
    equal((await readLockfile(repository))[NAME]!.checksum, "");
    await added(repository);
    const { [NAME]: kept } = JSON.parse(await Deno.readTextFile(`${repository.root}/${FILE}`));
    deepEqual(kept, OTHER);
    const found = await verifyInstalled(repository, NAME);
    deepEqual([found.ready, found.missing.length, found.unknown], [false, 3, []]);
  });
});

Deno.test("a lockfile behind a link is refused", async () => {
  await inFolder({ "extensions/models/x": "", "elsewhere.json": "{}" }, async (repository) => {
    await Deno.symlink(
      `${repository.root}/elsewhere.json`,
      `${repository.root}/extensions/models/${FILE}`,
    );
    await rejects(readLockfile(repository), refusal("conflict", /is a symbolic link/));
  });
});
