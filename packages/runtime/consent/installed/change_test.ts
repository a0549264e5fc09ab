import { deepEqual, equal, rejects } from "node:assert/strict";
import { initRepository } from "../../repository/init.ts";
import { lockRepository } from "../../repository/lock.ts";
import { type Repository, repositoryAt } from "../../repository/repository.ts";
import { GREET, modelText, temporaryFolder, writeFiles } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { verifiedExtension } from "../../testing/verified.ts";
import { installExtension } from "./install.ts";
import { listInstalled } from "./list.ts";
import { removeExtensions } from "./remove.ts";

const ENTRY = {
  version: "2026.01.02.3",
  pulledAt: "2026-01-02T00:00:00.000Z",
  files: [],
  checksum: "0".repeat(64),
  filesChecksum: "0".repeat(64),
};

async function scene() {
  const folder = await temporaryFolder();
  const root = `${folder.path}/repo`;
  await initRepository(root);
  await writeFiles(root, {
    "upstream_extensions.json": JSON.stringify({ "@acme/docs": ENTRY }),
  });
  await writeFiles(folder.path, { "home/docs/precious.txt": "mine", "home/record.json": "mine" });
  return {
    home: `${folder.path}/home`,
    repository: repositoryAt(root, `${folder.path}/config`),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

async function decided(repository: Repository, change: unknown): Promise<void> {
  await writeFiles(`${repository.state}/installing`, {
    "0d7c2f6e-0000-4000-8000-000000000000.json": JSON.stringify(change),
  });
}

Deno.test("a change that came with a repository cannot reach out of it by a link", async () => {
  for (const link of ["pulled-extensions", "pulled-extensions/@acme", "types", "bundles"]) {
    await using at = await scene();
    const { repository, home } = at;
    await decided(repository, { action: "remove", name: "@acme/docs" });
    const place = `${repository.state}/${link}`;
    await Deno.remove(place, { recursive: true }).catch(() => {});
    await Deno.symlink(home, place);
    const refused = refusal("conflict", /symbolic link/);
    await rejects(listInstalled(repository), refused, link);
    await rejects(removeExtensions(repository, ["@acme/docs"]), refused, link);
    equal(await Deno.readTextFile(`${home}/docs/precious.txt`), "mine");
    deepEqual([...Deno.readDirSync(home)].length, 2, link);
  }
});

Deno.test("a change that came with a repository takes nothing from behind a link as its content", async () => {
  const id = "0d7c2f6e-0000-4000-8000-000000000000";
  const change = (name: string) => ({
    ...{ action: "install", name, entry: ENTRY, records: {} },
    bundles: "bundles/pulled-0000000000000000",
  });
  for (const link of [id, `${id}/also-1`]) {
    await using at = await scene();
    const { repository, home } = at;
    await Deno.mkdir(`${home}/extension`);
    await decided(repository, [change("@acme/docs"), change("@acme/more")]);
    if (link !== id) await Deno.mkdir(`${repository.state}/installing/${id}`);
    await Deno.symlink(home, `${repository.state}/installing/${link}`);
    await rejects(listInstalled(repository), refusal("conflict", /symbolic link/), link);
    deepEqual([...Deno.readDirSync(home)].map(({ name }) => name).sort(), [
      "docs",
      "extension",
      "record.json",
    ]);
  }
});

Deno.test("a change names an extension and content, and no place", async () => {
  const install = { action: "install", name: "@acme/docs", entry: ENTRY, records: {} };
  for (
    const change of [
      { action: "remove", name: "@acme/../../docs" },
      { ...install, bundles: "../../home" },
      { ...install, bundles: "bundles/pulled-x" },
      { ...install, bundles: `bundles/pulled-${"0".repeat(16)}`, records: { a: 1 } },
      { action: "move", name: "@acme/docs" },
      null,
    ]
  ) {
    await using at = await scene();
    await decided(at.repository, change);
    await rejects(
      listInstalled(at.repository),
      refusal("validation_failed", /was not written by svc/),
    );
  }
});

// As installs of these releases had written it when they were killed.
const DIGEST = "4f2d8c0a".repeat(8);
const LEFT_ENTRY =
  '{"version":"2026.01.02.3","pulledAt":"2026-01-02T03:04:05.678Z","files":[".svc/pulled-extensions/' +
  '@acme/notes/manifest.yaml"],"checksum":"' + DIGEST + '","filesChecksum":"' + DIGEST +
  '","serverUrl":"https://svc.example.org","channel":"stable"';
const LEFT_BUNDLES =
  '"bundles":"bundles/pulled-4f2d8c0a4f2d8c0a","records":{"@acme/notes":"{}\\n"}}';
const LEFT_BEHIND = {
  "the first release":
    `{"action":"install","name":"@acme/notes","entry":${LEFT_ENTRY}},${LEFT_BUNDLES}`,
  "a release before this":
    `[{"action":"install","name":"@acme/notes","entry":${LEFT_ENTRY},"requested":{"declared":["net:` +
    `a.example"],"found":{"env:NAME":["models/notes.ts:3"]},"computed":{"run":["models/notes.ts:9"]}}` +
    `},${LEFT_BUNDLES},{"action":"remove","name":"@acme/docs"}]`,
};

for (const [release, text] of Object.entries(LEFT_BEHIND)) {
  Deno.test(`an install that ${release} was killed over is completed`, async () => {
    await using at = await scene();
    const { repository: { root, state }, repository } = at;
    const id = "0d7c2f6e-1111-4000-8000-000000000000";
    await writeFiles(`${state}/installing`, {
      [`${id}.json`]: text,
      [`${id}/extension/manifest.yaml`]: "name: notes\n",
    });
    const names = (await listInstalled(repository)).map(({ name }) => name);
    deepEqual(names, text.startsWith("[") ? ["@acme/notes"] : ["@acme/docs", "@acme/notes"]);
    const lockfile = JSON.parse(await Deno.readTextFile(`${root}/upstream_extensions.json`));
    const [{ entry }] = [JSON.parse(text)].flat();
    deepEqual(lockfile["@acme/notes"], entry);
    const read = (path: string) => Deno.readTextFileSync(`${state}/${path}`);
    equal(read("pulled-extensions/@acme/notes/manifest.yaml"), "name: notes\n");
    equal(read("types/%40acme%2Fnotes.json"), "{}\n");
    deepEqual([...Deno.readDirSync(`${state}/installing`)], []);
  });
}

Deno.test("a change with a damaged entry is refused with its place, and changes nothing", async () => {
  const entry = { ...ENTRY, files: [".svc/pulled-extensions/@acme/docs/manifest.yaml"] };
  const install = {
    ...{ action: "install", name: "@acme/docs", records: {} },
    bundles: `bundles/pulled-${"0".repeat(16)}`,
  };
  const damaged = [
    ...Object.keys(entry).flatMap((key) =>
      [undefined, null, 7, {}, [7]].map((value) => ({ ...entry, [key]: value }))
    ),
    ...[{ serverUrl: 7 }, { channel: null }, { requested: { declared: "all" } }]
      .map((more) => ({ ...entry, ...more })),
    // It would be deleted with the extension.
    { ...entry, files: ["behaviors/mine.yaml"] },
    { ...entry, files: [".svc/pulled-extensions/@acme/docs/../../../.svc.yaml"] },
    // The bundles of another extension would be in its name.
    { ...entry, checksum: "1".repeat(64) },
    null,
    [],
  ];
  await using at = await scene();
  const { repository } = at;
  const lockfile = `${repository.root}/upstream_extensions.json`;
  const before = await Deno.readTextFile(lockfile);
  const refused = refusal(
    "validation_failed",
    /installing\/0d7c2f6e-[\w-]*\.json was not written by svc/,
    /Delete it/,
  );
  for (const one of damaged) {
    // Of several changes none is done.
    await decided(repository, [
      { action: "remove", name: "@acme/other" },
      { ...install, entry: one },
    ]);
    await rejects(listInstalled(repository), refused, JSON.stringify(one));
    await rejects(removeExtensions(repository, ["@acme/docs"]), refused);
    equal(await Deno.readTextFile(lockfile), before);
  }
  await decided(repository, [{ ...install, entry }]);
  deepEqual((await listInstalled(repository)).map(({ name }) => name), ["@acme/docs"]);
});

Deno.test("a record's type is a file name, whatever it holds", async () => {
  await using at = await scene();
  await decided(at.repository, {
    action: "install",
    name: "@acme/docs",
    entry: ENTRY,
    bundles: `bundles/pulled-${"0".repeat(16)}`,
    records: { "../../../home/record": "evil" },
  });
  await listInstalled(at.repository);
  equal(await Deno.readTextFile(`${at.home}/record.json`), "mine");
});

Deno.test("who reads while a change is prepared is not held up, and sees what was before", async () => {
  await using at = await scene();
  const { repository } = at;
  await using _lock = await lockRepository(repository, { file: "extensions.lock" });
  await writeFiles(`${repository.state}/installing/live`, { "extension/half.ts": "half" });
  deepEqual((await listInstalled(repository)).map(({ name }) => name), ["@acme/docs"]);
  equal(await Deno.readTextFile(`${repository.state}/installing/live/extension/half.ts`), "half");
});

Deno.test("an extension whose folder would hold another's is refused", async () => {
  await using at = await scene();
  const extension = await verifiedExtension(modelText(GREET));
  for (const other of ["@acme/greeter/more", "@acme"]) {
    await writeFiles(at.repository.root, {
      "upstream_extensions.json": JSON.stringify({ [other]: ENTRY }),
    });
    await rejects(
      installExtension(at.repository, extension),
      refusal("conflict", /share a folder/, /svc extension rm/),
    );
  }
});
