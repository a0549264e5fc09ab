import { Buffer } from "node:buffer";
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import type { DataVerification } from "@svc/core/answer";
import { asPermissions } from "@svc/core/permission";
import { createDefinition } from "../../behavior/definitions/create.ts";
import { listFilesBelow } from "../../base/files/read.ts";
import { installExtension } from "../../consent/installed/install.ts";
import { removeExtensions } from "../../consent/installed/remove.ts";
import { removeConsent } from "../../consent/store.ts";
import { renameData } from "../../data/change.ts";
import { initRepository } from "../../repository/init.ts";
import { type Repository, repositoryAt } from "../../repository/repository.ts";
import { GREET, modelText, temporaryFolder } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { greeterRepository } from "../../testing/repository.ts";
import { verifiedExtension } from "../../testing/verified.ts";
import { reportText, SUMMARY } from "../../testing/reporting.ts";
import { reportsAfter, rerunReport } from "../reports/mod.ts";
import { runMethod } from "../run.ts";
import { verifyData } from "./verify.ts";

const NAME = "@acme/greeter";
const NET = "permissions:\n  net:\n    - a.example\n";

/** Runs git as a person would, with nothing of this machine's configuration. */
async function git(folder: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command("git", {
    args: ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args],
    cwd: folder,
    env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  }).output();
  equal(code, 0, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}

interface World extends AsyncDisposable {
  repository: Repository;
  run(): Promise<void>;
  verify(name?: string, version?: number): Promise<DataVerification>;
  /** The only file below `.svc` whose path ends so, as text to be read and replaced. */
  change(ending: string, edit: (text: string) => string): Promise<void>;
}

/** A committed repository with a pulled extension and a behavior of it. */
async function world(
  { commits = true, model = modelText(GREET), manifest = "", files = {} } = {},
): Promise<World> {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const config = stack.use(await temporaryFolder());
  const root = folder.path;
  await initRepository(root);
  const repository = repositoryAt(root, config.path);
  const extension = await verifiedExtension(model, { manifest: NET + manifest, files });
  await installExtension(repository, extension, {
    decide: ({ asked }) => Promise.resolve(asPermissions(asked)),
  });
  await createDefinition(repository, { type: NAME, name: "hello", globalArguments: {} });
  if (commits) {
    await git(root, "init", "-q");
    await git(root, "add", "-A");
    await git(root, "commit", "-qm", "one");
  }
  return {
    repository,
    async run() {
      await runMethod(repository, {
        definition: "hello",
        method: "greet",
        inputs: { name: "Ada" },
        initiatedBy: "user:ada",
        trigger: "command",
        reports: reportsAfter(),
      });
    },
    verify: (name = "main", version) => verifyData(repository, "hello", name, { version }),
    async change(ending, edit) {
      const found = (await listFilesBelow(root)).filter((path) => path.endsWith(ending));
      equal(found.length, 1, found.join());
      const path = `${root}/${found[0]}`;
      await Deno.writeTextFile(path, edit(await Deno.readTextFile(path)));
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const shortly = ({ steps }: DataVerification) =>
  steps.map(({ name, outcome }) => `${name} ${outcome}`);

const PASSED = [
  "content passed",
  "record passed",
  "extension passed",
  "consent passed",
  "commit passed",
];

/** All steps passed but for these. */
const but = (...others: string[]) =>
  PASSED.map((step) => others.find((one) => one.split(" ")[0] === step.split(" ")[0]) ?? step);

Deno.test("data is walked back to its run, extension, consent and commit", async () => {
  await using at = await world();
  await at.run();
  const found = await at.verify();
  deepEqual([found.outcome, shortly(found)], ["passed", PASSED]);
  const { extension, consent, commit, caller } = found.origin;
  deepEqual([extension!.name, extension!.from, extension!.version], [
    NAME,
    "pulled",
    "2026.01.02.3",
  ]);
  match(extension!.checksum!, /^[0-9a-f]{64}$/);
  match(extension!.bundle!, /^[0-9a-f]{64}$/);
  ok(consent!.by);
  ok(!Number.isNaN(Date.parse(consent!.at)));
  deepEqual(commit, { id: await git(at.repository.root, "rev-parse", "HEAD"), dirty: false });
  deepEqual(caller, { by: "user:ada", trigger: "command" });
  await rejects(verifyData(at.repository, "hello", "nothing"), refusal("data_not_found"));
});

/** What somebody does after the run, and which steps do not pass then. */
const AFTER: Readonly<
  Record<string, [act: (at: World) => Promise<unknown>, outcome: string, steps: string[]]>
> = {
  "the content is edited": [
    ({ change }) => change("main/1/raw", (text) => text.replace("Ada", "Eve")),
    "failed",
    but("content failed"),
  ],
  "the content is edited, and its checksum as well": [
    async ({ repository, change }) => {
      await change("main/1/raw", (text) => text.replace("Ada", "Eve"));
      const { steps } = await verifyData(repository, "hello", "main");
      const [, now, before] = /SHA-256 is (\S+), not (\S+)/.exec(steps[0]!.message)!;
      await change("main/1/metadata.yaml", (text) => text.replace(before!, now!));
    },
    "failed",
    but("record failed"),
  ],
  "the content is gone": [
    async ({ repository: { root } }) => {
      const [path] = (await listFilesBelow(root)).filter((one) => one.endsWith("main/1/raw"));
      await Deno.remove(`${root}/${path}`);
    },
    "failed",
    but("content failed"),
  ],
  "the record is edited": [
    ({ change }) =>
      change("Z.yaml", (text) => text.replace('"by": "user:ada"', '"by": "token:ci"')),
    "failed",
    but("record failed"),
  ],
  "the record gets a line": [
    ({ change }) => change("Z.yaml", (text) => text.replace("{\n", '{\n  "note": "x",\n')),
    "failed",
    but("record failed"),
  ],
  "the record gets a second seal": [
    ({ change }) =>
      change(
        "Z.yaml",
        (text) => text.replace(/(,\n {2}"seal": .*)\n\}\n$/, '$1,\n  "pid2": 1$1\n}\n'),
      ),
    "failed",
    but("record failed"),
  ],
  "the record loses its seal": [
    ({ change }) =>
      change(
        "Z.yaml",
        (text) => text.replace("user:ada", "token:ci").replace(/,\n {2}"seal": .*/, ""),
      ),
    "notChecked",
    but("record notChecked"),
  ],
  "the record becomes one of an earlier version": [
    ({ change }) =>
      change(
        "Z.yaml",
        (text) => text.replace('"generation": 2,\n', "").replace(/,\n {2}"seal": .*/, ""),
      ),
    "notChecked",
    but("record notChecked", "extension notChecked", "consent notChecked", "commit notChecked"),
  ],
  "the record is deleted": [
    async ({ repository: { root } }) => {
      const [path] = (await listFilesBelow(root)).filter((one) => one.endsWith("Z.yaml"));
      await Deno.remove(`${root}/${path}`);
    },
    "notChecked",
    but("record notChecked", "extension notChecked", "consent notChecked", "commit notChecked"),
  ],
  "the record is of another machine": [
    ({ repository }) => Deno.remove(`${repository.config}/record-key`),
    "notChecked",
    but("record notChecked"),
  ],
  "others can read the key of seals": [
    ({ repository }) => Deno.chmod(`${repository.config}/record-key`, 0o644),
    "notChecked",
    but("record notChecked"),
  ],
  "the archive is swapped": [
    ({ change }) =>
      change(
        "upstream_extensions.json",
        (text) => text.replace(/"checksum": "[0-9a-f]{64}"/, `"checksum": "${"0".repeat(64)}"`),
      ),
    "failed",
    but("extension failed"),
  ],
  "an installed file is edited": [
    ({ change }) => change("models/greeter.ts", (text) => `${text}// x\n`),
    "failed",
    but("extension failed"),
  ],
  "an installed file is deleted": [
    ({ repository: { root } }) =>
      Deno.remove(`${root}/.svc/pulled-extensions/${NAME}/models/greeter.ts`),
    "notChecked",
    but("extension notChecked"),
  ],
  "another version is named": [
    ({ change }) =>
      change("upstream_extensions.json", (text) => text.replace("2026.01.02.3", "2026.01.02.4")),
    "notChecked",
    but("extension notChecked"),
  ],
  "another registry is named": [
    ({ change }) =>
      change(
        "upstream_extensions.json",
        (text) => text.replace('"version"', '"serverUrl": "https://evil.example",\n    "version"'),
      ),
    "notChecked",
    but("extension notChecked"),
  ],
  "the extension is removed": [
    ({ repository }) => removeExtensions(repository, [NAME], { force: true }),
    "notChecked",
    but("extension notChecked", "consent notChecked"),
  ],
  "the consent is taken back": [
    ({ repository }) => removeConsent(repository, NAME),
    "notChecked",
    but("consent notChecked"),
  ],
  "the commit is gone": [
    async ({ repository: { root } }) => {
      await git(root, "commit", "-q", "--amend", "-m", "two", "--allow-empty");
      await git(root, "reflog", "expire", "--expire=now", "--all");
      await git(root, "gc", "-q", "--prune=now");
    },
    "failed",
    but("commit failed"),
  ],
  "further commits are made, and packed": [
    async ({ repository: { root } }) => {
      await git(root, "commit", "-q", "--allow-empty", "-m", "two");
      await git(root, "gc", "-q", "--prune=now");
    },
    "passed",
    PASSED,
  ],
  "git is gone": [
    ({ repository: { root } }) => Deno.remove(`${root}/.git`, { recursive: true }),
    "notChecked",
    but("commit notChecked"),
  ],
  "only newest commits are left": [
    async ({ repository: { root } }) => {
      await git(root, "commit", "-q", "--allow-empty", "-m", "two");
      const clone = await Deno.makeTempDir();
      try {
        await git(root, "clone", "-q", "--depth", "1", `file://${root}`, `${clone}/it`);
        await Deno.remove(`${root}/.git`, { recursive: true });
        await Deno.rename(`${clone}/it/.git`, `${root}/.git`);
      } finally {
        await Deno.remove(clone, { recursive: true });
      }
    },
    "notChecked",
    but("commit notChecked"),
  ],
};

for (const [what, [act, outcome, steps]] of Object.entries(AFTER)) {
  Deno.test(`data verified after ${what}: ${outcome}`, async () => {
    await using at = await world();
    await at.run();
    await act(at);
    const found = await at.verify();
    deepEqual([found.outcome, shortly(found)], [outcome, steps], JSON.stringify(found.steps));
    ok(!JSON.stringify(found).includes(at.repository.root), "no path of the machine");
  });
}

/** What is in the repository at the run, and whether the record calls it dirty. */
const BEFORE: Readonly<Record<string, [act: (root: string) => Promise<unknown>, dirty: boolean]>> =
  {
    "a changed behavior": [
      async (root) => {
        const [path] = await listFilesBelow(`${root}/behaviors`);
        const file = `${root}/behaviors/${path}`;
        await Deno.writeTextFile(file, `${await Deno.readTextFile(file)}# x\n`);
      },
      true,
    ],
    "a changed behavior in the list of the next commit": [
      async (root) => {
        const [path] = await listFilesBelow(`${root}/behaviors`);
        const file = `${root}/behaviors/${path}`;
        await Deno.writeTextFile(file, `${await Deno.readTextFile(file)}# x\n`);
        await git(root, "add", "-A");
      },
      true,
    ],
    "sources that git does not know": [
      async (root) => {
        await Deno.mkdir(`${root}/extensions/more`, { recursive: true });
        await Deno.writeTextFile(`${root}/extensions/more/notes.md`, "x");
      },
      true,
    ],
    "a changed file that runs are not made of": [
      (root) => Deno.writeTextFile(`${root}/README.md`, "x"),
      false,
    ],
  };

for (const [what, [act, dirty]] of Object.entries(BEFORE)) {
  Deno.test(`a run with ${what} is ${dirty ? "" : "not "}dirty`, async () => {
    await using at = await world();
    await act(at.repository.root);
    await at.run();
    const found = await at.verify();
    equal(found.origin.commit!.dirty, dirty);
    deepEqual(shortly(found), dirty ? but("commit notChecked") : PASSED);
  });
}

Deno.test("a record names the entry of the registry's log that the lockfile has", async () => {
  await using at = await world();
  const root = Buffer.alloc(32).toString("base64");
  const log = { origin: "registry.example/log", index: 7, size: 9, root };
  await at.change("upstream_extensions.json", (text) => {
    const lockfile = JSON.parse(text);
    lockfile[NAME].log = log;
    return `${JSON.stringify(lockfile, null, 2)}\n`;
  });
  await git(at.repository.root, "commit", "-qam", "two");
  await at.run();
  const found = await at.verify();
  deepEqual([found.origin.extension!.logIndex, shortly(found)], [7, PASSED]);
});

Deno.test("a commit whose lockfile names another archive is not the one that ran", async () => {
  await using at = await world();
  await at.run();
  const { root } = at.repository;
  const { origin } = await at.verify();
  await at.change(
    "upstream_extensions.json",
    (text) => text.replace(origin.extension!.checksum!, "0".repeat(64)),
  );
  await git(root, "commit", "-qam", "two");
  const two = await git(root, "rev-parse", "HEAD");
  await at.change("Z.yaml", (text) => text.replace(origin.commit!.id, two));
  deepEqual(shortly(await at.verify()), but("record failed", "extension failed", "commit failed"));
});

Deno.test("nothing that a repository's git names is run or asked", async () => {
  await using at = await world();
  const { root } = at.repository;
  const program = `${root}/evil.sh`;
  await Deno.writeTextFile(program, `#!/bin/sh\ntouch ${root}/ran\ncat\n`, { mode: 0o755 });
  await Deno.writeTextFile(`${root}/.gitattributes`, "* filter=evil diff=evil\n");
  await git(root, "add", "-A");
  await git(root, "commit", "-qm", "two");
  for (
    const key of ["core.fsmonitor", "filter.evil.clean", "diff.evil.textconv", "core.sshCommand"]
  ) {
    await git(root, "config", key, program);
  }
  await git(root, "config", "filter.evil.required", "true");
  // Files that look changed are read again.
  for (const path of await listFilesBelow(`${root}/behaviors`)) {
    await Deno.utime(`${root}/behaviors/${path}`, new Date(), new Date());
  }
  await Deno.remove(`${root}/ran`).catch(() => {});
  await at.run();
  deepEqual(shortly(await at.verify()), PASSED);
  await rejects(Deno.lstat(`${root}/ran`), Deno.errors.NotFound);
});

Deno.test("without git the run is as it was, and its commit is not known", async () => {
  await using at = await world({ commits: false });
  await at.run();
  const found = await at.verify();
  deepEqual([found.origin.commit, shortly(found)], [undefined, but("commit notChecked")]);
});

Deno.test("the repository's own sources are verified by the bundle that they make", async () => {
  await using own = await greeterRepository(modelText(GREET));
  await own.greet();
  const verify = () => verifyData(own.repository, "hello", "main");
  const before = await verify();
  deepEqual(before.steps.slice(0, 4).map(({ outcome }) => outcome), [
    "passed",
    "passed",
    "passed",
    "passed",
  ]);
  const file = `${own.repository.root}/extensions/greeter/greeter.ts`;
  await Deno.writeTextFile(file, (await Deno.readTextFile(file)).replace("Hello", "Bye"));
  equal((await verify()).steps[2]!.outcome, "notChecked");
});

Deno.test("renamed data is walked back to the run that wrote it under another name", async () => {
  await using at = await world();
  await at.run();
  await renameData(at.repository, "hello", "main", "second");
  await renameData(at.repository, "hello", "second", "third");
  const found = await at.verify("third");
  deepEqual(shortly(found), PASSED);
  match(found.steps[1]!.message, /wrote it as version 1 of main, and its record is unchanged/);
  await at.change("third/1/metadata.yaml", (text) => text.replace(/"copyOf": "./, '"copyOf": "x'));
  deepEqual(shortly(await at.verify("third")).slice(0, 2), ["content passed", "record notChecked"]);
});

Deno.test("data in another place than its run wrote it to fails", async () => {
  await using at = await world();
  await at.run();
  await at.run();
  const [path] = (await listFilesBelow(at.repository.root))
    .filter((one) => one.endsWith("main/1/raw"));
  const item = `${at.repository.root}/${path!.replace("/1/raw", "")}`;
  const failed = but("record failed");
  // The older one is made the newest.
  const metadata = `${item}/1/metadata.yaml`;
  const before = await Deno.readTextFile(metadata);
  const { written, version, ...rest } = JSON.parse(before);
  await Deno.writeTextFile(
    metadata,
    JSON.stringify({
      ...rest,
      version,
      written: { ...written, at: "2100-01-01T00:00:00.000000Z" },
    }),
  );
  deepEqual(shortly(await at.verify("main", 1)), failed);
  await Deno.writeTextFile(metadata, JSON.stringify({ ...rest, version }));
  deepEqual(shortly(await at.verify("main", 1)), failed);
  await Deno.writeTextFile(metadata, before);
  deepEqual(shortly(await at.verify("main", 1)), PASSED);
  await Deno.rename(`${item}/1`, `${item}/aside`);
  await Deno.rename(`${item}/2`, `${item}/1`);
  await Deno.rename(`${item}/aside`, `${item}/2`);
  deepEqual(shortly(await at.verify("main", 2)), failed);
  await Deno.rename(item, item.replace(/main$/, "other"));
  deepEqual(shortly(await at.verify("other", 1)), failed);
});

Deno.test("what checked a run and what reported on it is named, and verified with what it had part in", async () => {
  const report = "@acme/summary";
  await using at = await world({
    model: modelText(GREET).replace("  methods: {", `  reports: ["${report}"],\n  methods: {`),
    manifest: "reports:\n  - summary.ts\n",
    files: { "summary.ts": reportText(SUMMARY) },
  });
  const graft = `export const extension = { type: "${NAME}", methods: [],
    checks: [{ polite: { description: "Is polite", execute: async () => ({ pass: true }) } }] };\n`;
  const checking = { ...await verifiedExtension(graft), checksum: "c".repeat(64) };
  await installExtension(
    at.repository,
    { ...checking, manifest: { ...checking.manifest, name: "@other/policy" } },
    { decide: ({ asked }) => Promise.resolve(asPermissions(asked)) },
  );
  await git(at.repository.root, "add", "-A");
  await git(at.repository.root, "commit", "-qm", "two");
  await at.run();
  const data = await at.verify();
  deepEqual(shortly(data), [...PASSED, "checks passed"]);
  deepEqual(
    data.origin.others!.map(({ does, extension, consent }) => [
      does,
      extension.name,
      extension.checksum,
      consent!.by,
    ]),
    [
      ["checks", "@other/policy", checking.checksum, data.origin.consent!.by],
      ["report", NAME, data.origin.extension!.checksum, data.origin.consent!.by],
    ],
  );
  for (const name of ["report-acme-summary", "report-acme-summary-json"]) {
    deepEqual(shortly(await at.verify(name)), [...PASSED, "checks passed", "report passed"]);
  }
  await at.change("summary/1/raw", (text) => text.replace("Ada", "Eve"));
  equal((await at.verify("report-acme-summary")).outcome, "failed");
  await removeExtensions(at.repository, ["@other/policy"], { force: true });
  deepEqual(shortly(await at.verify()), [...PASSED, "checks notChecked"]);
  await rerunReport(at.repository, { report, behavior: "hello" });
  const [, record] = (await at.verify("report-acme-summary")).steps;
  match(record!.message, /no record .* names: 'svc report run' made it/);
  await at.change("Z.yaml", (text) => text.replace("@other/policy", "@other/nobody"));
  equal((await at.verify()).steps[1]!.outcome, "failed");
});
