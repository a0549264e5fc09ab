import assert from "node:assert/strict";
import { listFilesBelow } from "../base/files/read.ts";
import { findDefinition } from "../repository/definitions/find.ts";
import { readLog } from "../run/history/log.ts";
import { listRuns } from "../run/history/runs.ts";
import { writtenBy } from "../run/history/written.ts";
import { findRepository, repositoryAt } from "../repository/repository.ts";
import { readContent, readMetadata } from "../data/store/versions.ts";
import { itemFolder, versionsIn } from "../data/store/folder.ts";
import { temporaryFolder, writeFiles } from "../testing/extension.ts";
import {
  definitionText,
  metadataText,
  OLD_BEHAVIOR,
  writeOldRepository,
} from "../testing/old_repository.ts";
import { refusal } from "../testing/refusal.ts";
import { findVault } from "../providers/vaults/configuration/find.ts";
import { openVault } from "../providers/vaults/open.ts";
import { importRepository } from "./import.ts";

const DATA = `.other/data/@acme/servers/${OLD_BEHAVIOR.id}`;

/** An old repository with more or other files in it, imported. */
async function imported(
  change: (old: string) => Promise<unknown> = () => Promise.resolve(),
  options: { dryRun?: boolean } = {},
) {
  const folder = await temporaryFolder();
  const [old, fresh] = [`${folder.path}/old`, `${folder.path}/new`] as const;
  await writeOldRepository(old);
  await change(old);
  const result = await importRepository(fresh, { from: old, ...options });
  const left = (path: string) => result.leftOut.find((one) => one.path === path)?.why;
  return { old, fresh, result, left, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

Deno.test("a datastore of the old tool is listed by its place, without settings that may be credentials", async () => {
  await using made = await imported((old) =>
    Deno.writeTextFile(
      `${old}/.other.yaml`,
      'datastore:\n  type: filesystem\n  path: "/mnt/\\u202enas"\n  config: { key: hidden-key }\n',
      { append: true },
    )
  );
  assert.match(made.left(".other.yaml")!, /filesystem \/mnt\/.*nas\)/);
  const text = JSON.stringify(made.result.leftOut);
  assert.ok(!text.includes("hidden-key") && !text.includes("\u202e"), text);
  const marker = await Deno.readTextFile(`${made.fresh}/.svc.yaml`);
  assert.ok(!marker.includes("datastore"), "a place that nobody agreed to");
});

Deno.test("of two imports into one folder at once, one is refused and the other is whole", async () => {
  await using folder = await temporaryFolder();
  const [old, fresh] = [`${folder.path}/old`, `${folder.path}/new`] as const;
  await writeOldRepository(old);
  const both = await Promise.allSettled([1, 2].map(() => importRepository(fresh, { from: old })));
  const [refused] = both.filter((one) => one.status === "rejected");
  assert.ok(both.some(({ status }) => status === "fulfilled"), String(refused?.reason));
  assert.match(refused?.reason.code, /^(?:lock_timeout|already_exists)$/);
  assert.ok(await Deno.stat(`${fresh}/.svc.yaml`));

  const other = `${folder.path}/other`;
  await Deno.mkdir(other);
  {
    using held = await Deno.open(other);
    await held.lock(true);
    await assert.rejects(
      importRepository(other, { from: old }),
      refusal("lock_timeout", /is importing into .*other/),
    );
    assert.deepEqual([...Deno.readDirSync(other)], []);
  }
  assert.equal((await importRepository(other, { from: old })).behaviors.length, 1);
});

Deno.test("behaviors, data, vaults and sources are taken, and the rest is listed with what to do", async () => {
  await using made = await imported();
  const { fresh, result } = made;
  assert.match(await Deno.readTextFile(`${fresh}/.svc.yaml`), /^otherTool: other$/m);
  assert.deepEqual(result.behaviors, [{
    name: "Web-Servers",
    type: "@acme/servers",
    path: "behaviors/@acme/servers/web.yaml",
  }]);
  assert.deepEqual(result.data, { items: 1, versions: 2, bytes: 34 });
  assert.deepEqual(result.vaults.map(({ name, type }) => [name, type]), [[
    "main",
    "local_encryption",
  ]]);
  assert.deepEqual(result.extensionSources, ["extensions/models/own.ts"]);
  assert.deepEqual(result.pull, ["@acme/servers@2026.01.01.1"]);
  assert.deepEqual(result.leftOut.map(({ path }) => path), ["workflows/workflow-deploy.yaml"]);
  for (const { why, fix } of result.leftOut) assert.ok(why && fix);
  assert.equal(result.secrets, 1);

  const repository = await findRepository({ repoDir: fresh });
  const { definition } = await findDefinition(repository, "Web-Servers");
  assert.equal(definition.version, 3);
  assert.deepEqual(definition.globalArguments, { url: "${{ env.ACME_URL }}" });
  assert.deepEqual(definition.methods, { list: { arguments: { page: 2 } } });
  assert.deepEqual(definition.checks, { skip: ["quota"] });
  assert.deepEqual(definition.reports, { require: ["cost"] });
  assert.ok(definition.inputs);
  // Comments stay, as the file is taken as it is.
  const text = await Deno.readTextFile(`${fresh}/behaviors/@acme/servers/web.yaml`);
  assert.equal(text, definitionText());
});

Deno.test("data that was taken is read as data that was written here", async () => {
  await using made = await imported();
  const repository = repositoryAt(made.fresh);
  const owner = { type: "@acme/servers", id: OLD_BEHAVIOR.id };
  const folder = itemFolder(repository, owner, "main");
  assert.deepEqual(versionsIn(folder), [1, 2]);
  const metadata = await readMetadata(folder, 2);
  assert.equal(metadata!.createdAt, "2026-01-02T03:04:05.000Z");
  const content = await readContent(repository, owner, metadata!);
  assert.equal(new TextDecoder().decode(content), '{"state":"running"}');
});

Deno.test("a secret that was taken is read here, and one without a vault or behind a link is listed", async () => {
  await using made = await imported(async (old) => {
    const secrets = `${old}/.other/secrets/local_encryption`;
    await Deno.writeTextFile(`${old}/outside`, "{}");
    await Deno.symlink(`${old}/outside`, `${secrets}/main/LINK.enc`);
    await writeFiles(secrets, {
      "main/notes": "x",
      "main/.annotations/TOKEN.enc": "{}",
      "gone/A.enc": "{}",
      "../control/key": "x",
    });
  });
  const repository = repositoryAt(made.fresh);
  const folder = `${made.fresh}/.svc/secrets/local_encryption/main`;
  assert.equal((await Deno.stat(folder)).mode! & 0o777, 0o700);
  assert.equal((await Deno.stat(`${folder}/.key`)).mode! & 0o777, 0o600);
  await using vault = await openVault(repository, await findVault(repository, "main"));
  assert.deepEqual(await vault.list(), ["TOKEN"]);
  assert.equal(await vault.get("TOKEN"), "of TOKEN");
  const left = made.result.leftOut.map(({ path }) => path).filter((path) => /secrets/.test(path));
  assert.deepEqual(left.map((path) => path.slice(".other/secrets/".length)).sort(), [
    "control",
    "local_encryption/gone",
    "local_encryption/main/.annotations",
    "local_encryption/main/LINK.enc",
    "local_encryption/main/notes",
  ]);
});

Deno.test("a vault whose name leads elsewhere is listed, and nothing is read or written there", async () => {
  await using made = await imported(async (old) => {
    await writeFiles(`${old}/../elsewhere`, { "A.enc": "{}", ".key": "mine" });
    const path = `${old}/vaults/local_encryption/5b0f8f3e-98a5-4b43-a0a0-1b2c3d4e5f60.yaml`;
    const text = await Deno.readTextFile(path);
    const name = "../../../../elsewhere";
    await Deno.writeTextFile(path, text.replace("name: main", `name: ${name}`));
  });
  assert.deepEqual([made.result.vaults, made.result.secrets], [[], 0]);
  assert.match(made.result.leftOut.map(({ why }) => why).join(), /name must be 1 to 64/);
  assert.deepEqual(
    (await listFilesBelow(made.fresh)).filter((file) => /A\.enc|\.key/.test(file)),
    [],
  );
});

Deno.test("a key file that others could read stays one that svc refuses", async () => {
  await using made = await imported((old) =>
    Deno.chmod(`${old}/.other/secrets/local_encryption/main/.key`, 0o644)
  );
  const repository = repositoryAt(made.fresh);
  await using vault = await openVault(repository, await findVault(repository, "main"));
  await assert.rejects(vault.get("TOKEN"), refusal("vault_key_missing", /Others can read/));
});

Deno.test("a dry run tells the same and writes nothing", async () => {
  await using dry = await imported(undefined, { dryRun: true });
  await using wet = await imported();
  await assert.rejects(Deno.lstat(dry.fresh), Deno.errors.NotFound);
  const { path: _, from: __, dryRun: ___, ...told } = dry.result;
  const { path: ____, from: _____, dryRun: ______, ...done } = wet.result;
  assert.deepEqual(told, done);
});

Deno.test("the old folder is only read", async () => {
  await using made = await imported();
  const before = await temporaryFolder();
  await using _ = before;
  await writeOldRepository(before.path);
  assert.deepEqual(await listFilesBelow(made.old), await listFilesBelow(before.path));
});

Deno.test("damaged versions are listed and not taken, whole ones beside them are", async () => {
  await using made = await imported(async (old) => {
    await Deno.writeTextFile(`${old}/${DATA}/main/2/raw`, '{"state":"runnimg"}');
    await writeFiles(old, {
      [`${DATA}/main/3/raw`]: "short",
      [`${DATA}/main/3/metadata.yaml`]: await metadataText("longer", { version: 3 }),
      [`${DATA}/main/4/metadata.yaml`]: await metadataText("gone", { version: 4 }),
      [`${DATA}/main/5/raw`]: "x",
      [`${DATA}/main/5/metadata.yaml`]: "not: metadata\n",
      [`${DATA}/other/1/raw`]: "x",
      [`${DATA}/other/1/metadata.yaml`]: await metadataText("x", {
        ownerDefinition: { ownerType: "model-method", ownerRef: "somebody-else" },
      }),
    });
  });
  assert.match(made.left(`${DATA}/main/2/raw`)!, /checksum/);
  assert.match(made.left(`${DATA}/main/3/raw`)!, /5 bytes, not 6/);
  assert.match(made.left(`${DATA}/main/4/raw`)!, /it no longer exists/);
  assert.match(made.left(`${DATA}/main/5`)!, /metadata.yaml/);
  assert.match(made.left(`${DATA}/other/1`)!, /another behavior/);
  assert.deepEqual(made.result.data, { items: 1, versions: 1, bytes: 15 });
  const item = `${made.fresh}/.svc/data/@acme/servers/${OLD_BEHAVIOR.id}/main`;
  assert.deepEqual((await listFilesBelow(item)).sort(), ["1/metadata.yaml", "1/raw", "latest"]);
});

Deno.test("links, pipes and names that hide something are listed, never followed nor waited for", async () => {
  await using made = await imported(async (old) => {
    await Deno.writeTextFile(`${old}/../secret`, "top secret");
    const outside = await Deno.realPath(`${old}/../secret`);
    await Deno.symlink(outside, `${old}/models/link.yaml`);
    await Deno.symlink(outside, `${old}/extensions/models/link.ts`);
    await Deno.symlink("/", `${old}/vaults/root`);
    await Deno.remove(`${old}/${DATA}/main/1/raw`);
    await Deno.symlink(outside, `${old}/${DATA}/main/1/raw`);
    await Deno.symlink("/etc", `${old}/${DATA}/linked`);
    for (const pipe of ["models/pipe.yaml", "extensions/pipe.ts", `${DATA}/main/2/metadata.yaml`]) {
      await Deno.remove(`${old}/${pipe}`).catch(() => {});
      const { success } = await new Deno.Command("mkfifo", { args: [`${old}/${pipe}`] }).output();
      assert.ok(success);
    }
    await writeFiles(old, { "models/\u202elmay.yaml": definitionText() });
  });
  const { result, left, fresh } = made;
  for (const path of ["models/link.yaml", "extensions/models/link.ts", "vaults/root"]) {
    assert.match(left(path)!, /symbolic link/);
  }
  assert.match(left(`${DATA}/main/1/raw`)!, /symbolic link/);
  assert.match(left(`${DATA}/linked`)!, /symbolic link/);
  assert.match(left("models/pipe.yaml")!, /not a regular file/);
  assert.match(left("extensions/pipe.ts")!, /not a regular file/);
  assert.match(left(`${DATA}/main/2`)!, /metadata.yaml/);
  assert.match(left("models/\\u202elmay.yaml")!, /invisible/);
  assert.equal(result.data.versions, 0);
  for (const file of await listFilesBelow(fresh)) {
    assert.notEqual(await Deno.readTextFile(`${fresh}/${file}`), "top secret", file);
  }
});

for (const folder of ["models", ".other", ".other/data", "extensions", "vaults"]) {
  Deno.test(`a link in the place of ${folder} is not followed`, async () => {
    await using made = await imported(async (old) => {
      await Deno.rename(`${old}/${folder}`, `${old}/../moved`);
      await Deno.symlink(await Deno.realPath(`${old}/../moved`), `${old}/${folder}`);
    });
    const all = await listFilesBelow(made.fresh);
    const taken = all.filter((file) => /web\.yaml|raw|own\.ts|local_encryption/.test(file));
    await using whole = await imported();
    assert.ok(taken.length < (await listFilesBelow(whole.fresh)).length - 1);
    const gone = folder === "models" ? "web.yaml" : folder.startsWith(".other") ? "raw" : folder;
    assert.ok(!all.some((file) => file.includes(gone) && !file.startsWith(".svc/bundles")), gone);
  });
}

const BAD: [what: string, text: string, why: RegExp][] = [
  ["a path for a name", definitionText({ ...OLD_BEHAVIOR, name: "../../x" }), /name must be/],
  ["a path for an id", definitionText({ ...OLD_BEHAVIOR, id: "../../x" }), /id must be a UUID/],
  ["dots for an id", definitionText({ ...OLD_BEHAVIOR, id: ".." }), /id must be a UUID/],
  ["no type", "id: a\nname: b\n", /type is missing/],
  ["an old driver", definitionText(OLD_BEHAVIOR, "driver: docker\n"), /driver/],
  ["YAML that is broken", "type: [", /./],
  [
    "a YAML bomb",
    `a: &a [1,1,1,1,1,1,1,1,1,1]\n${
      [..."bcdefghi"].map((key, index) => {
        const before = String.fromCharCode(97 + index);
        return `${key}: &${key} [${Array(10).fill(`*${before}`).join(",")}]\n`;
      }).join("")
    }`,
    /./,
  ],
  ["more text than a behavior has", `# ${"x".repeat(1_000_000)}\n${definitionText()}`, /bytes/],
];
for (const [what, text, why] of BAD) {
  Deno.test(`a definition with ${what} is listed and leaves the others`, async () => {
    await using made = await imported((old) => writeFiles(old, { "models/a-bad.yaml": text }));
    assert.equal(made.result.behaviors.length, 1);
    const left = made.result.leftOut.find(({ path }) => path.startsWith("models/a-bad.yaml"));
    assert.match(left!.why, why);
  });
}

Deno.test("of two definitions with one name, id or place, the first is taken", async () => {
  const id = "00000000-0000-4000-8000-000000000001";
  await using made = await imported((old) =>
    writeFiles(old, {
      "models/z1.yaml": definitionText({ ...OLD_BEHAVIOR, id }),
      "models/z2.yaml": definitionText({
        ...OLD_BEHAVIOR,
        name: "other",
        id: OLD_BEHAVIOR.id.toUpperCase(),
      }),
      "behaviors/@acme/SERVERS/WEB.yaml": definitionText({ ...OLD_BEHAVIOR, name: "third", id }),
      "models/z4.yaml": definitionText({ name: "token", id, type: "other/token" }),
    })
  );
  assert.deepEqual(made.result.behaviors.map(({ name }) => name), ["Web-Servers"]);
  assert.match(made.left("models/z1.yaml")!, /models\/@acme\/servers\/web.yaml/);
  assert.match(made.left("models/z2.yaml")!, /the name, the id or the place/);
  assert.match(made.left("behaviors/@acme/SERVERS/WEB.yaml")!, /the place/);
  assert.match(made.left("models/z4.yaml")!, /other's own/);
});

Deno.test("data of behaviors that are not there is listed", async () => {
  const id = "00000000-0000-4000-8000-00000000000a";
  await using made = await imported((old) =>
    writeFiles(old, { [`.other/data/@acme/gone/${id}/main/1/raw`]: "x" })
  );
  assert.match(
    made.left(`.other/data/@acme/gone/${id}`)!,
    /its behavior does not exist or is not imported/,
  );
});

Deno.test("names are read from the marker, and a marker can be chosen", async () => {
  await using folder = await temporaryFolder();
  const old = `${folder.path}/old`;
  await writeOldRepository(old, "robo-1");
  const first = await importRepository(`${folder.path}/a`, { from: old });
  assert.equal(first.data.versions, 2);
  await writeFiles(old, { ".second.yaml": "repoId: x\n", ".eslintrc.yaml": "rules: {}\n" });
  await assert.rejects(
    importRepository(`${folder.path}/b`, { from: old }),
    refusal("conflict", /\.robo-1\.yaml, \.second\.yaml/),
  );
  const chosen = await importRepository(`${folder.path}/b`, { from: old, marker: ".robo-1.yaml" });
  assert.deepEqual(chosen.data, first.data);
  await assert.rejects(
    importRepository(`${folder.path}/c`, { from: old, marker: ".x.yaml" }),
    refusal("not_a_repository", /no marker \.x\.yaml/),
  );
});

Deno.test("folders of sources that the marker names are taken, but none outside", async () => {
  await using made = await imported(async (old) => {
    await Deno.writeTextFile(
      `${old}/.other.yaml`,
      "repoId: x\nmodelsDir: src/models\nvaultsDir: ../outside\nreportsDir: /etc\n",
    );
    await writeFiles(old, { "src/models/a.ts": "1", "../outside/b.ts": "2" });
  });
  assert.deepEqual(made.result.extensionSources, [
    "extensions/models/own.ts",
    "extensions/models/a.ts",
  ]);
});

Deno.test("nothing that stands in the new folder is replaced", async () => {
  await using folder = await temporaryFolder();
  await writeOldRepository(`${folder.path}/old`);
  const from = `${folder.path}/old`;
  const fresh = `${folder.path}/new`;
  await writeFiles(fresh, { "README.md": "mine", "behaviors/x.yaml": "mine", ".gitignore": "x\n" });
  await assert.rejects(
    importRepository(fresh, { from }),
    refusal("conflict", /behaviors already exists/),
  );
  await Deno.remove(`${fresh}/behaviors`, { recursive: true });
  await importRepository(fresh, { from });
  assert.equal(await Deno.readTextFile(`${fresh}/README.md`), "mine");
  assert.match(await Deno.readTextFile(`${fresh}/.gitignore`), /^x\n/);
  await assert.rejects(importRepository(fresh, { from }), refusal("already_exists", /already/));
});

Deno.test("neither repository may be in the other's place", async () => {
  await using folder = await temporaryFolder();
  await writeOldRepository(folder.path);
  const from = folder.path;
  await assert.rejects(importRepository(from, { from }), refusal("invalid_argument", /is inside/));
  await assert.rejects(
    importRepository(`${from}/models/new`, { from }),
    refusal("invalid_argument", /is inside/),
  );
  await assert.rejects(
    importRepository(`${from}/x`, { from: `${from}/nowhere` }),
    refusal("not_found", /does not exist/),
  );
});

/** What an earlier release of the old tool left: everything below its own folder, links for people. */
async function toOlderLayout(old: string): Promise<void> {
  const definitions = `${old}/.other/definitions/@acme/servers`;
  await Deno.mkdir(definitions, { recursive: true });
  await Deno.rename(
    `${old}/models/@acme/servers/web.yaml`,
    `${definitions}/${OLD_BEHAVIOR.id}.yaml`,
  );
  await Deno.rename(`${old}/vaults`, `${old}/.other/vault`);
  await Deno.mkdir(`${old}/vaults/main`, { recursive: true });
  await Deno.rename(`${old}/workflows`, `${old}/.other/workflows`);
  await Deno.mkdir(`${old}/models/Web-Servers`, { recursive: true });
  await Deno.symlink(
    `../../.other/definitions/@acme/servers/${OLD_BEHAVIOR.id}.yaml`,
    `${old}/models/Web-Servers/input.yaml`,
  );
}

Deno.test("a repository of the older layout is taken: what it has below the folder of the tool", async () => {
  await using made = await imported(toOlderLayout);
  const { fresh, result } = made;
  assert.deepEqual(result.behaviors.map(({ path }) => path), [
    "behaviors/@acme/servers/Web-Servers.yaml",
  ]);
  assert.deepEqual(result.vaults.map(({ name, path }) => [name, path]), [
    ["main", "vaults/local_encryption/5b0f8f3e-98a5-4b43-a0a0-1b2c3d4e5f60.yaml"],
  ]);
  assert.deepEqual([result.data.versions, result.secrets], [2, 1]);
  assert.deepEqual(result.leftOut.map(({ path }) => path), [
    ".other/workflows/workflow-deploy.yaml",
  ]);
  const repository = await findRepository({ repoDir: fresh });
  assert.equal((await findDefinition(repository, "Web-Servers")).definition.version, 3);
  await using vault = await openVault(repository, await findVault(repository, "main"));
  assert.equal(await vault.get("TOKEN"), "of TOKEN");
});

Deno.test("the runs of the old tool are taken with their logs, those of nobody are listed", async () => {
  const record = (id: string, definitionId: string, startedAt: string, status = "succeeded") =>
    `id: ${id}\ndefinitionId: ${definitionId}\nmethodName: list\nstatus: ${status}\n` +
    `startedAt: ${startedAt}\ncompletedAt: ${startedAt}\ndurationMs: 12\nretryCount: 0\n` +
    "artifacts:\n  dataArtifacts:\n    - dataId: b8a7d8a0-7c50-4c1b-8a55-0f4f1b8f2f11\n" +
    "      name: main\n      version: 2\n      tags: {}\nlogFile: x.log\npid: 7\n";
  const run = "0b7f7c0a-30a5-4d7c-9a0e-9d5a5f1e2b3c";
  await using made = await imported((old) =>
    writeFiles(`${old}/.other/outputs/@acme/servers/list`, {
      [`${OLD_BEHAVIOR.id}-1767323045000.yaml`]: record(
        run,
        OLD_BEHAVIOR.id,
        "2026-01-02T03:04:05.000Z",
      ),
      [`${OLD_BEHAVIOR.id}-1767323045000.log`]: "2026-01-02T03:04:05.000Z [INF] list: done\n",
      "a-2.yaml": record(run, "not-here", "2026-01-02T03:04:06.000Z"),
      "a-2.log": "of nobody\n",
      "b-3.yaml": record(run, OLD_BEHAVIOR.id, "2026-01-02T03:04:07.000Z", "running"),
      "c-4.yaml": record(run, OLD_BEHAVIOR.id, "2026-01-02T03:04:05.000Z"),
    })
  );
  assert.equal(made.result.runs, 1);
  const repository = repositoryAt(made.fresh);
  const { results } = await listRuns(repository);
  assert.deepEqual(results.map(({ id, modelName, status }) => [id, modelName, status]), [
    [run, "Web-Servers", "succeeded"],
  ]);
  assert.deepEqual((await readLog(repository, run)).lines.length, 1);
  assert.deepEqual((await writtenBy(repository, run)).data, { state: "running" });
  const outputs = ".other/outputs/@acme/servers/list";
  assert.match(made.left(`${outputs}/a-2.yaml`)!, /its behavior does not exist or is not imported/);
  assert.match(made.left(`${outputs}/a-2.log`)!, /record of its run/);
  assert.match(made.left(`${outputs}/b-3.yaml`)!, /has ended/);
  assert.match(made.left(`${outputs}/c-4.yaml`)!, /a run with the same time is already imported/);
});

Deno.test("every file that is not taken is listed by name, and the tool's own folders by their size", async () => {
  await using made = await imported((old) =>
    writeFiles(old, {
      "models/README.md": "read me",
      "models/.hidden.yaml": "x: 1",
      "extensions/models/node_modules/x/index.js": "",
      "workflows/second.yaml": "name: second\n",
      "grants/team.yaml": "[]",
      ".other/bundles/a.js": "",
      ".other/audit/commands-2026-01-01.jsonl": "{}",
      ".other/_control/token-secrets/x": "{}",
      ".other/strange/thing": "",
      ".other/serve.pid": "7",
      ".other-sources.yaml": "sources: []\n",
      ".other.yaml": "otherVersion: 1.2.3\nrepoId: x\nautoGc: true\ndefaultVault: main\n",
    })
  );
  const left = Object.fromEntries(made.result.leftOut.map(({ path, why }) => [path, why]));
  assert.deepEqual(left, {
    "models/.hidden.yaml": "it is hidden",
    "models/README.md": "it is not a YAML file",
    "extensions/models/node_modules": "packages come from npm",
    ".other.yaml": "its settings autoGc, defaultVault are those of the old tool",
    "workflows/second.yaml": "svc does not run workflows",
    "workflows/workflow-deploy.yaml": "svc does not run workflows",
    "grants/team.yaml": "svc has no access rules within a repository",
    ".other-sources.yaml": "it names folders of extensions elsewhere",
    ".other/_control": "it belongs to the server of the old tool (files: 1)",
    ".other/audit": "logs stay where they are (files: 1)",
    ".other/bundles": "the old tool generated it, and svc generates its own (files: 1)",
    ".other/serve.pid": "it belongs to the server of the old tool",
    ".other/strange": "svc has no equivalent (files: 1)",
  });
});
