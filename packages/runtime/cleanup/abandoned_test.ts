import { deepEqual, equal } from "node:assert/strict";
import { INSTALLATION } from "../base/files/installation.ts";
import { listFolder } from "../base/files/read.ts";
import { keepBundles } from "../consent/installed/old_bundles.ts";
import { type Repository, repositoryAt } from "../repository/repository.ts";
import { temporaryFolder, writeFiles } from "../testing/extension.ts";
import { removeAbandonedDaily } from "./daily.ts";
import { removeAbandoned } from "./remove.ts";

const TEMPORARY = new URL("../base/files/temporary.ts", import.meta.url).href;

const HOUR_MS = 60 * 60 * 1000;

/** Makes temporary folders for two purposes and lives until it is ended; `kill` waits for that. */
async function maker(tmp: string) {
  const code = `import { temporaryFolder } from ${JSON.stringify(TEMPORARY)};
for (const purpose of ["run", "deno"]) {
  const { path } = await temporaryFolder(purpose);
  await Deno.mkdir(path + "/work");
  console.log(path.split("/").at(-1));
}
setInterval(() => {}, 60_000);`;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["eval", `--config=${INSTALLATION}/deno.json`, "--no-lock", code],
    env: { TMPDIR: tmp, NO_COLOR: "1" },
    stdout: "piped",
  }).spawn();
  const names: string[] = [];
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    names.push(...text.split("\n").filter((name) => name !== ""));
    if (names.length === 2) break;
  }
  return {
    names,
    async kill() {
      child.kill("SIGKILL");
      await child.status;
    },
  };
}

const namesIn = async (folder: string) => (await listFolder(folder)).map(({ name }) => name);

Deno.test("temporary folders of a killed process are removed, those of a living one are not", async () => {
  await using folder = await temporaryFolder();
  const tmp = `${folder.path}/tmp`;
  await writeFiles(folder.path, {
    "tmp/svc-run-notes.txt": "",
    "tmp/svc-edit-1a2b/text": "a text that a person has edited",
    "tmp/svc-run-1a2b/new": "made by an earlier svc, or this exact moment",
    "tmp/svc-deno-1a2b/old": "the same, a week ago",
    "tmp/svc-conformance-1a2b/new": "an author's check that may be running",
    "tmp/svc-conformance-3c4d/old": "one that was killed a week ago",
    "tmp/svc-doc-12-1a2b/old": "a push that was killed a week ago",
    "elsewhere/kept": "",
  });
  await Deno.symlink(`${folder.path}/elsewhere`, `${tmp}/svc-run-3c4d`);
  const now = Date.now();
  const weekAgo = new Date(now - 8 * 24 * HOUR_MS);
  for (const path of ["deno-1a2b", "edit-1a2b", "conformance-3c4d", "doc-12-1a2b"]) {
    await Deno.utime(`${tmp}/svc-${path}`, weekAgo, weekAgo);
  }
  const [living, killed] = [await maker(tmp), await maker(tmp)];
  try {
    await killed.kill();
    const env = (name: string) => ({ TMPDIR: tmp })[name];
    const repository = repositoryAt(`${folder.path}/repository`);
    await removeAbandoned(repository, { env, own: `${folder.path}/own`, now });
    deepEqual(await namesIn(`${tmp}/svc-${Deno.uid()}`), living.names.toSorted());
    deepEqual(await namesIn(tmp), [
      `svc-${Deno.uid()}`,
      "svc-conformance-1a2b",
      "svc-edit-1a2b",
      "svc-run-1a2b",
      "svc-run-3c4d",
      "svc-run-notes.txt",
    ]);
    deepEqual(await namesIn(`${folder.path}/elsewhere`), ["kept"]);
  } finally {
    await living.kill();
  }
});

Deno.test("what a killed process has left goes as soon as the next one makes a temporary folder", async () => {
  await using folder = await temporaryFolder();
  const tmp = folder.path;
  const own = `${tmp}/svc-${Deno.uid()}`;
  const killed = await maker(tmp);
  await killed.kill();
  deepEqual(await namesIn(own), killed.names.toSorted());
  const next = await maker(tmp);
  try {
    deepEqual(await namesIn(own), next.names.toSorted());
  } finally {
    await next.kill();
  }
});

Deno.test("a folder that another may put elsewhere is not used for temporary files", async () => {
  const uid = Deno.uid();
  const prepared: Record<string, (path: string, elsewhere: string) => void> = {
    "a link": (path, elsewhere) => Deno.symlinkSync(elsewhere, path),
    "a file": (path) => Deno.writeTextFileSync(path, ""),
  };
  for (const [what, prepare] of Object.entries(prepared)) {
    await using folder = await temporaryFolder();
    const [tmp, elsewhere] = [`${folder.path}/tmp`, `${folder.path}/elsewhere`];
    for (const path of [tmp, elsewhere]) await Deno.mkdir(path, { mode: 0o700 });
    prepare(`${tmp}/svc-${uid}`, elsewhere);
    const made = await maker(tmp);
    await made.kill();
    deepEqual(await namesIn(tmp), [`svc-${uid}`, ...made.names].sort(), what);
    deepEqual(await namesIn(elsewhere), [], what);
  }
});

Deno.test("files on their way into their place go after an hour, and only those", async () => {
  await using folder = await temporaryFolder();
  const aside = "1a2b3c4d.tmp";
  const abandoned = [
    `config/auth.json.${aside}`,
    `config/consents/x/y.json.${aside}`,
    `own/start/abc.${aside}/v8_code_cache_v2`,
    `repository/.svc/marker.yaml.${aside}`,
    `repository/.svc/types/_local.json.${aside}`,
    `repository/behaviors/a/b.yaml.${aside}`,
    `repository/upstream_extensions.json.${aside}`,
  ];
  const kept = [
    "config/auth.json",
    "own/start/abc/v8_code_cache_v2",
    `repository/.svc/data/a/b.${aside}`,
    `repository/.svc/secrets/local_encryption/main/c.${aside}`,
    `repository/behaviors/a/notes.${aside}`,
    `repository/notes.${aside}`,
    "repository/behaviors/a/b.yaml",
  ];
  const all = Object.fromEntries([...abandoned, ...kept].map((path) => [path, ""]));
  await writeFiles(folder.path, all);
  const repository = repositoryAt(`${folder.path}/repository`, `${folder.path}/config`);
  const left = async (age: number) => {
    const now = Date.now() + age;
    const env = () => `${folder.path}/no-such-folder`;
    await removeAbandoned(repository, { env, own: `${folder.path}/own`, now });
    return [...abandoned, ...kept].filter((path) => exists(`${folder.path}/${path}`));
  };
  deepEqual(await left(HOUR_MS / 2), [...abandoned, ...kept]);
  deepEqual(await left(2 * HOUR_MS), kept);
});

Deno.test("a bundle that no extension has any more stays while anything runs, and not longer", async () => {
  await using folder = await temporaryFolder();
  const repository = repositoryAt(`${folder.path}/repository`);
  const bundles = `${repository.state}/bundles`;
  await writeFiles(bundles, { "pulled-0123456789abcdef/model.js": "", "local-0123/model.js": "" });
  const look = async () => {
    const env = () => `${folder.path}/no-such-folder`;
    await removeAbandoned(repository, { env, own: `${folder.path}/own`, now: Date.now() });
    return await namesIn(bundles);
  };
  const held = await keepBundles(repository);
  const second = await keepBundles(repository);
  await held[Symbol.asyncDispose]();
  deepEqual(await look(), ["local-0123", "pulled-0123456789abcdef"]);
  await second[Symbol.asyncDispose]();
  deepEqual(await look(), ["local-0123"]);
});

Deno.test("a repository is looked at once a day, also after the clock was put back", async () => {
  await using folder = await temporaryFolder();
  const env = (name: string) => ({ DENO_DIR: `${folder.path}/deno`, TMPDIR: folder.path })[name];
  const look = async (repository: Repository) => {
    const left = `${folder.path}/svc-run-1a2b`;
    await Deno.mkdir(`${left}/work`, { recursive: true });
    await Deno.writeTextFile(`${left}/.svc-owner`, "");
    await removeAbandonedDaily(repository, env);
    return !exists(left);
  };
  const one = repositoryAt(`${folder.path}/one`);
  deepEqual([await look(one), await look(one)], [true, false]);
  equal(await look(repositoryAt(`${folder.path}/two`)), true);
  for (const days of [-2, 2]) {
    const time = new Date(Date.now() + days * 24 * HOUR_MS);
    for (const name of await namesIn(`${folder.path}/deno/svc/looked`)) {
      await Deno.utime(`${folder.path}/deno/svc/looked/${name}`, time, time);
    }
    equal(await look(one), true, `${days} days`);
  }
  // Without a home, or where nothing can be written, nothing happens.
  await removeAbandonedDaily(one, () => undefined);
  await Deno.writeTextFile(`${folder.path}/file`, "");
  await removeAbandonedDaily(one, () => `${folder.path}/file`);
});

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
