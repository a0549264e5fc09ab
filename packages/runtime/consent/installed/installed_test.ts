import { deepEqual, equal, rejects } from "node:assert/strict";
import { asPermissions } from "@svc/core/permission";
import { listConsents, recordConsent } from "../store.ts";
import { createDefinition } from "../../behavior/definitions/create.ts";
import { sha256Hex } from "../../base/files/digest.ts";
import { listFilesBelow } from "../../base/files/read.ts";
import { initRepository } from "../../repository/init.ts";
import { type Repository, repositoryAt } from "../../repository/repository.ts";
import { admitType } from "../../run/admit/admit.ts";
import { runMethod } from "../../run/run.ts";
import { GREET, modelText, temporaryFolder } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { verifiedExtension } from "../../testing/verified.ts";
import { resolveType } from "../types/resolve.ts";
import { installExtension } from "./install.ts";
import { readLockfile } from "./lockfile.ts";
import { planInstall } from "./plan.ts";
import type { InstallQuestion } from "./question.ts";
import { listInstalled } from "./list.ts";
import { recordFile } from "./record_keys.ts";
import { readRecord } from "./records.ts";
import { removeExtensions } from "./remove.ts";
import { verifyInstalled } from "./verify.ts";

const NAME = "@acme/greeter";

async function emptyRepository(): Promise<AsyncDisposable & { repository: Repository }> {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const config = stack.use(await temporaryFolder());
  await initRepository(folder.path);
  return {
    repository: repositoryAt(folder.path, config.path),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const grantAll = ({ asked }: InstallQuestion) => Promise.resolve(asPermissions(asked));
const NET = "permissions:\n  net:\n    - a.example\n";

Deno.test("a pulled extension can be described and run, and the lockfile says what it is", async () => {
  await using empty = await emptyRepository();
  const { repository } = empty;
  const extension = await verifiedExtension(modelText(GREET), { manifest: NET });
  await rejects(
    installExtension(repository, extension, {}),
    refusal("permissions_not_granted", /net a\.example/),
  );
  const result = await installExtension(repository, extension, { decide: grantAll });
  deepEqual(result.permissions, { net: ["a.example"] });
  deepEqual(result.files, [
    ".svc/pulled-extensions/@acme/greeter/bundle.lock.json",
    ".svc/pulled-extensions/@acme/greeter/descriptor.json",
    ".svc/pulled-extensions/@acme/greeter/manifest.yaml",
    ".svc/pulled-extensions/@acme/greeter/models/greeter.ts",
  ]);
  const entry = (await readLockfile(repository))[NAME]!;
  deepEqual([entry.version, entry.checksum, entry.files], [
    "2026.01.02.3",
    extension.checksum,
    result.files,
  ]);
  equal((await verifyInstalled(repository, NAME)).intact, true);
  equal((await resolveType(repository, NAME)).origin, "pulled");
  await createDefinition(repository, { type: NAME, name: "hello" });
  const run = await runMethod(repository, {
    definition: "hello",
    method: "greet",
    inputs: { name: "Ada" },
  });
  equal(run.status, "succeeded");
});

Deno.test("the same archive again writes nothing, unless a file was touched", async () => {
  await using empty = await emptyRepository();
  const { repository } = empty;
  const extension = await verifiedExtension(modelText(GREET));
  await installExtension(repository, extension, {});
  equal((await installExtension(repository, extension, {})).alreadyInstalled, true);
  const source = `${repository.state}/pulled-extensions/${NAME}/models/greeter.ts`;
  await Deno.writeTextFile(source, "tampered");
  equal((await verifyInstalled(repository, NAME)).intact, false);
  equal((await installExtension(repository, extension, {})).alreadyInstalled, false);
  equal(await Deno.readTextFile(source), modelText(GREET));
});

Deno.test("the same archive again leaves what a run may be about to load, and puts back what was changed", async () => {
  await using empty = await emptyRepository();
  const { repository } = empty;
  const extension = await verifiedExtension(modelText(GREET), {
    manifest: "additionalFiles: [a.txt]\nbinaries: [tool]\n",
    files: { "a.txt": "a", tool: "#!/bin/sh\n" },
  });
  const pull = () => installExtension(repository, extension, { force: true });
  await pull();
  const { files, folder, bundle } = (await readRecord(repository, NAME))!;
  const [text, tool, code] = [
    `${repository.root}/${files}/a.txt`,
    `${repository.root}/${files}/tool`,
    `${repository.state}/${folder}/${bundle}`,
  ];
  const places = () => [text, tool, code].map((path) => Deno.statSync(path).ino);
  const before = places();
  await Deno.chmod(tool, 0o644);
  await pull();
  deepEqual(places(), before);
  equal(Deno.statSync(tool).mode! & 0o777, 0o755);
  await Deno.writeTextFile(text, "tampered");
  await pull();
  equal(await Deno.readTextFile(text), "a");
});

Deno.test("an extension that an earlier svc pulled has its files in its own folder", async () => {
  await using empty = await emptyRepository();
  const { repository } = empty;
  const extension = await verifiedExtension(modelText(GREET), {
    manifest: "additionalFiles: [a.txt]\n",
    files: { "a.txt": "a" },
  });
  await installExtension(repository, extension);
  const record = recordFile(repository, NAME);
  const { files: _, ...earlier } = JSON.parse(await Deno.readTextFile(record));
  await Deno.writeTextFile(record, JSON.stringify(earlier));
  await Deno.remove(`${repository.state}/files`, { recursive: true });
  const [consent] = await listConsents(repository, NAME);
  const types = { [NAME]: await sha256Hex(JSON.stringify(earlier)) };
  await recordConsent(repository, { ...consent!, content: { ...consent!.content!, types } });
  const own = `.svc/pulled-extensions/${NAME}/files`;
  equal((await admitType(repository, NAME)).files, own);
  equal((await installExtension(repository, extension)).alreadyInstalled, true);
  await Deno.writeTextFile(`${repository.root}/${own}/a.txt`, "tampered");
  await rejects(admitType(repository, NAME), refusal("consent_mismatch", /additional files/));
});

Deno.test("an update shows what changed in permissions and prunes files that are gone", async () => {
  await using empty = await emptyRepository();
  const { repository } = empty;
  const first = await verifiedExtension(modelText(GREET), {
    manifest: `${NET}additionalFiles:\n  - old.md\n`,
    files: { "old.md": "x" },
  });
  await installExtension(repository, first, { decide: grantAll });
  const second = await verifiedExtension(modelText(GREET), {
    version: "2026.01.02.4",
    manifest: NET.replace("a.example", "b.example"),
  });
  equal((await planInstall(repository, second)).previous?.version, "2026.01.02.3");
  const result = await installExtension(repository, second, {
    decide: (question) => {
      deepEqual([question.asked.map(({ line }) => line), question.removed], [
        ["net b.example"],
        ["net a.example"],
      ]);
      return grantAll(question);
    },
  });
  equal(result.previousVersion, "2026.01.02.3");
  deepEqual(result.pruned, [".svc/pulled-extensions/@acme/greeter/files/old.md"]);
  const files = await listFilesBelow(`${repository.state}/pulled-extensions`);
  equal(files.some((file) => file.endsWith("old.md")), false);
  const bundles = await listFilesBelow(`${repository.state}/bundles`);
  equal(bundles.every((file) => file.includes(second.checksum.slice(0, 16))), true);
});

Deno.test("an install that fails leaves the installed version as it was", async () => {
  await using empty = await emptyRepository();
  const { repository } = empty;
  await installExtension(repository, await verifiedExtension(modelText(GREET)), {});
  const before = await snapshot(repository);
  const broken = await verifiedExtension(modelText(GREET), { version: "2026.01.02.4" });
  const files = new Map(broken.files);
  files.set("models/greeter.ts", { bytes: new TextEncoder().encode("export const model = 1;") });
  await rejects(
    installExtension(repository, { ...broken, files }, {}),
    refusal("describe_failed", /greeter\.ts: model must be an object/),
  );
  deepEqual(await snapshot(repository), before);
});

Deno.test("an install cancelled before its last step leaves nothing", async () => {
  await using empty = await emptyRepository();
  const { repository } = empty;
  const extension = await verifiedExtension(modelText(GREET));
  const aborter = new AbortController();
  await rejects(
    installExtension(repository, extension, {
      signal: aborter.signal,
      onProgress: (text) => text === "Installing" && aborter.abort(),
    }),
    refusal("cancelled"),
  );
  deepEqual(await readLockfile(repository), {});
  deepEqual(await listFilesBelow(`${repository.state}/pulled-extensions`), []);
  await rejects(resolveType(repository, NAME), refusal("unknown_type"));
});

Deno.test("what a killed install left behind is swept by the next one", async () => {
  await using empty = await emptyRepository();
  const { repository } = empty;
  const left = `${repository.state}/installing/dead/extension/models`;
  await Deno.mkdir(left, { recursive: true });
  await Deno.writeTextFile(`${left}/half.ts`, "half");
  await installExtension(repository, await verifiedExtension(modelText(GREET)), {});
  await rejects(Deno.stat(left), Deno.errors.NotFound);
});

Deno.test("a folder that no pull wrote is not replaced without force", async () => {
  await using empty = await emptyRepository();
  const { repository } = empty;
  const folder = `${repository.state}/pulled-extensions/${NAME}`;
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeTextFile(`${folder}/mine.ts`, "mine");
  const extension = await verifiedExtension(modelText(GREET));
  await rejects(
    installExtension(repository, extension, {}),
    refusal("conflict", /\.svc\/pulled-extensions\/@acme\/greeter[\s\S]*--force/),
  );
  equal(await Deno.readTextFile(`${folder}/mine.ts`), "mine");
  await installExtension(repository, extension, { force: true });
  await rejects(Deno.stat(`${folder}/mine.ts`), Deno.errors.NotFound);
});

Deno.test("the descriptor is made from the published sources, not taken from the archive", async () => {
  await using empty = await emptyRepository();
  const extension = await verifiedExtension(modelText(GREET));
  const files = new Map(extension.files);
  files.set("descriptor.json", { bytes: new TextEncoder().encode('{"models":[]}') });
  const { descriptor } = await installExtension(empty.repository, { ...extension, files }, {});
  equal(descriptor.models[0]!.type, NAME);
});

Deno.test("removing takes the extension's types and leaves behaviors", async () => {
  await using empty = await emptyRepository();
  const { repository } = empty;
  await installExtension(repository, await verifiedExtension(modelText(GREET)), {});
  await createDefinition(repository, { type: NAME, name: "hello" });
  deepEqual((await listInstalled(repository)).map(({ name }) => name), [NAME]);
  equal((await removeExtensions(repository, [NAME]))[0]!.filesDeleted, 4);
  await rejects(resolveType(repository, NAME), refusal("unknown_type"));
  deepEqual(await listInstalled(repository), []);
  deepEqual(await listFilesBelow(`${repository.state}/bundles`), []);
  await Deno.stat(`${repository.root}/behaviors/@acme/greeter/hello.yaml`);
  await rejects(removeExtensions(repository, [NAME]), refusal("not_found", /not installed here/));
});

async function snapshot(repository: Repository): Promise<string[]> {
  const files = await listFilesBelow(repository.root);
  return await Promise.all(
    files.map(async (file) =>
      `${file} ${(await Deno.readTextFile(`${repository.root}/${file}`)).length}`
    ),
  );
}
