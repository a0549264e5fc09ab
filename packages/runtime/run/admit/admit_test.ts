import { deepEqual, equal, rejects } from "node:assert/strict";
import { asPermissions } from "@svc/core/permission";
import { installExtension } from "../../consent/installed/install.ts";
import { recordFile } from "../../consent/installed/record_keys.ts";
import { initRepository } from "../../repository/init.ts";
import { repositoryAt } from "../../repository/repository.ts";
import { GREET, modelText, temporaryFolder, writeFiles } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { greeterRepository } from "../../testing/repository.ts";
import { verifiedExtension } from "../../testing/verified.ts";
import { resolveType } from "../../consent/types/resolve.ts";
import { admitType } from "./admit.ts";
import type { GrantRequest } from "../../consent/admission/grant_request.ts";

const NAME = "@acme/greeter";

Deno.test("of a pulled extension, nothing runs that was edited in the repository", async () => {
  await using folder = await temporaryFolder();
  await using config = await temporaryFolder();
  await initRepository(folder.path);
  const repository = repositoryAt(folder.path, config.path);
  const extension = await verifiedExtension(modelText(GREET), {
    manifest: "permissions:\n  net:\n    - a.example\nadditionalFiles:\n  - words.txt\n",
    files: { "words.txt": "hello" },
  });
  await installExtension(repository, extension, {
    decide: ({ asked }) => Promise.resolve(asPermissions(asked)),
  });
  const admitted = await admitType(repository, NAME);
  deepEqual([admitted.origin, admitted.permissions], ["pulled", { net: ["a.example"] }]);

  const record = recordFile(repository, NAME);
  const text = await Deno.readTextFile(record);
  const stored = JSON.parse(text);
  const bundle = `${repository.state}/${stored.folder}/${stored.bundle}`;
  const files = `${repository.root}/${stored.files}`;
  const evil = `${repository.state}/bundles/pulled-${"0".repeat(16)}`;
  await writeFiles(evil, { "evil.js": "export const model = {};" });
  const edits: Record<string, Record<string, unknown>> = {
    "more permissions": { permissions: { net: ["a.example", "evil.example"] } },
    "another bundle": { folder: `bundles/pulled-${"0".repeat(16)}`, bundle: "evil.js" },
    "another digest": { bundleDigest: "0".repeat(64) },
    "other files": { files: `.svc/files/pulled-${"0".repeat(16)}` },
    "another schema": { model: { ...stored.model, globalArguments: {} } },
  };
  for (const [what, edit] of Object.entries(edits)) {
    await Deno.writeTextFile(record, JSON.stringify({ ...stored, ...edit }));
    const mismatch = refusal("consent_mismatch", /the record of/, /svc extension install/);
    await rejects(admitType(repository, NAME), mismatch, what);
  }
  for (
    const edit of [
      { origin: "builtin", folder: "/tmp", bundle: "evil.js" },
      { folder: "bundles/../../../evil" },
      { bundle: "../evil.js" },
      { files: `.svc/files/pulled-${"0".repeat(16)}/../../data` },
      { files: ["/"] },
      { extension: "@acme/../../evil" },
    ]
  ) {
    await Deno.writeTextFile(record, JSON.stringify({ ...stored, ...edit }));
    await rejects(admitType(repository, NAME), refusal("unknown_type"), JSON.stringify(edit));
  }
  await Deno.writeTextFile(record, JSON.stringify({ ...stored, extension: "@acme/other" }));
  await rejects(admitType(repository, NAME), refusal("consent_required"));
  await Deno.writeTextFile(record, text);

  const code = await Deno.readTextFile(bundle);
  await Deno.writeTextFile(bundle, `${code}\n`);
  await rejects(admitType(repository, NAME), refusal("consent_mismatch", /the bundle of/));
  await Deno.writeTextFile(bundle, code);

  await Deno.writeTextFile(`${files}/words.txt`, "evil");
  const changedFiles = refusal("consent_mismatch", /additional files/);
  await rejects(admitType(repository, NAME), changedFiles);
  await Deno.writeTextFile(`${files}/words.txt`, "hello");
  await Deno.symlink("/etc/passwd", `${files}/more.txt`);
  await rejects(admitType(repository, NAME), changedFiles);
  await Deno.remove(`${files}/more.txt`);
  equal((await admitType(repository, NAME)).origin, "pulled");
});

Deno.test("own sources are asked about once for what they ask, and again only for more", async () => {
  await using greeter = await greeterRepository(modelText(GREET), {
    manifest: "permissions:\n  net:\n    - a.example\n",
  });
  const { repository } = greeter;
  const asked: GrantRequest[] = [];
  const agree = (request: GrantRequest) => Promise.resolve(void asked.push(request));
  await rejects(
    admitType(repository, NAME),
    refusal("consent_required", /extensions\/greeter\/manifest\.yaml/, /net a\.example/),
  );
  await rejects(
    admitType(repository, NAME, { onGrant: () => Promise.reject(new Error("no")) }),
    /no/,
  );
  deepEqual((await admitType(repository, NAME, { onGrant: agree })).permissions, {
    net: ["a.example"],
  });
  const source = `${repository.root}/extensions/greeter`;
  await writeFiles(source, { "greeter.ts": modelText(GREET.replace("Hello", "Hi")) });
  equal((await admitType(repository, NAME)).origin, "local");
  const manifest = await Deno.readTextFile(`${source}/manifest.yaml`);
  await writeFiles(source, { "manifest.yaml": `${manifest}  env:\n    - HOME\n` });
  await rejects(
    admitType(repository, NAME),
    refusal("consent_required", /now also .*:\n {2}env HOME/),
  );
  await admitType(repository, NAME, { onGrant: agree });
  await writeFiles(source, { "manifest.yaml": manifest });
  deepEqual((await admitType(repository, NAME)).permissions, { net: ["a.example"] });
  deepEqual(asked.map((request) => [request.asked.map(({ line }) => line), request.more]), [
    [["net a.example"], false],
    [["env HOME"], true],
  ]);
});

Deno.test("an index or a bundle of own sources that came with the repository is made again", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  const { repository } = greeter;
  const { folder, bundle } = await admitType(repository, NAME);
  const path = `${repository.state}/${folder}/${bundle}`;
  const code = await Deno.readTextFile(path);

  await Deno.writeTextFile(path, "export const model = { methods: {} };");
  await admitType(repository, NAME);
  equal(await Deno.readTextFile(path), code);

  const index = `${repository.state}/types/_local.json`;
  const edited = JSON.parse(await Deno.readTextFile(index));
  edited.types[NAME].permissions = { run: ["sh"] };
  edited.types[NAME].origin = "builtin";
  await Deno.writeTextFile(index, JSON.stringify(edited));
  const { origin, permissions } = await resolveType(repository, NAME);
  deepEqual([origin, permissions], ["local", {}]);
});

Deno.test("a line of own sources that is left out is not granted, stops no run and is not asked again", async () => {
  await using greeter = await greeterRepository(modelText(GREET), {
    manifest: "permissions:\n  net: [a.example, b.example]\n",
  });
  const { repository } = greeter;
  const onGrant = ({ asked }: GrantRequest) => Promise.resolve(asked.slice(0, 1));
  const granted = { net: ["b.example"] };
  deepEqual((await admitType(repository, NAME, { onGrant })).permissions, granted);
  deepEqual((await admitType(repository, NAME)).permissions, granted);
});

Deno.test("what only the scan found is said before a run in which nobody is asked, and stops none", async () => {
  const code = `await fetch("https://b.example"); ${GREET}`;
  await using silent = await greeterRepository(modelText(code));
  const told: string[] = [];
  const onMissing = ({ asked }: GrantRequest) => void told.push(...asked.map(({ line }) => line));
  deepEqual((await admitType(silent.repository, NAME, { onMissing })).permissions, {});
  deepEqual(told, ["net b.example"]);
  await admitType(silent.repository, NAME, { onMissing, allow: { net: ["b.example"] } });
  equal(told.length, 1, "nothing is missing");
});
