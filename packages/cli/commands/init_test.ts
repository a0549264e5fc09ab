import assert from "node:assert/strict";
import { svc, temporaryConfig } from "../testing/host.ts";

const ID = "6f1f0a52-6f56-4e3b-9b39-6f1d6c6c7a10";

/** A folder with a repository of another tool in `old/`, and svc in that folder. */
async function oldRepository() {
  const { path, ...folder } = await temporaryConfig();
  await Deno.mkdir(`${path}/old/models/command/shell`, { recursive: true });
  await Deno.mkdir(`${path}/old/workflows`);
  await Deno.writeTextFile(`${path}/old/.other.yaml`, "otherVersion: 1\nrepoId: x\n");
  await Deno.writeTextFile(
    `${path}/old/models/command/shell/hello.yaml`,
    `type: command/shell\nid: ${ID}\nname: hello\nversion: 1\n` +
      "methods:\n  execute:\n    arguments:\n      run: echo moved\n",
  );
  await Deno.writeTextFile(`${path}/old/workflows/workflow-x\u202e.yaml`, "name: x\n");
  await Deno.writeTextFile(`${path}/old/models/broken.yaml`, "type: [\n");
  const at = (argv: string[], cwd = path) =>
    svc(argv, { cwd, env: { XDG_CONFIG_HOME: `${path}/config` } });
  return { path, at, ...folder };
}

Deno.test("a repository of another tool is taken over, and its behavior runs", async () => {
  await using old = await oldRepository();
  const dry = await old.at(["init", "new", "--from", "old", "--dry-run"]);
  assert.equal(dry.exit, 0, dry.stderr);
  assert.match(dry.stdout, /^Would import from .*\/old:\n {2}behaviors +1\n/);
  assert.match(dry.stdout, /Nothing was written/);
  await assert.rejects(Deno.lstat(`${old.path}/new`), Deno.errors.NotFound);

  const done = await old.at(["init", "new", "--from", "old"]);
  assert.equal(done.exit, 0, done.stderr);
  assert.match(done.stdout, /Not taken:\n {2}models\/broken\.yaml:\d+: .+\n {4}Correct the file/);
  assert.match(done.stdout, / {2}workflows\/workflow-x\\u202e\.yaml: svc does not run workflows\n/);
  assert.match(done.stdout, /Next:\n {2}cd .*\/new\n {2}svc behavior validate\n$/);
  const run = await old.at(["behavior", "run", "hello", "execute"], `${old.path}/new`);
  assert.equal(run.exit, 0, run.stderr);
});

Deno.test("an import as JSON lists everything", async () => {
  await using old = await oldRepository();
  const { stdout } = await old.at(["init", "new", "--from", "old", "--json"]);
  const result = JSON.parse(stdout);
  assert.equal(result.path, `${old.path}/new`);
  assert.deepEqual(result.behaviors, [
    { name: "hello", type: "command/shell", path: "behaviors/command/shell/hello.yaml" },
  ]);
  assert.deepEqual(result.leftOut.map(({ path }: { path: string }) => path.replace(/:\d+$/, "")), [
    "models/broken.yaml",
    "workflows/workflow-x\\u202e.yaml",
  ]);
});

Deno.test("what goes with --from is refused without it, and a folder without a marker is named", async () => {
  await using old = await oldRepository();
  const alone = await old.at(["init", "new", "--dry-run"]);
  assert.equal(alone.exit, 1);
  assert.match(alone.stderr, /--marker and --dry-run need --from/);
  const none = await old.at(["init", "new", "--from", "old/models"]);
  assert.equal(none.exit, 1);
  assert.match(none.stderr, /old\/models is not a repository to import/);
});

Deno.test("init -q prints nothing when all is well", async () => {
  await using folder = await temporaryConfig();
  const at = (...argv: string[]) => svc(["init", ...argv], { cwd: folder.path });
  assert.deepEqual(await at("-q"), { exit: 0, stdout: "", stderr: "" });
  assert.deepEqual(await at("-q", "--agents"), { exit: 0, stdout: "", stderr: "" });
  assert.match((await at("-q")).stderr, /already/);
});

Deno.test("new files name their schema on the registry that was chosen, and none on this machine's own", async () => {
  await using folder = await temporaryConfig();
  const { path } = folder;
  const made = async (server: string | undefined) => {
    const name = server === undefined ? "none" : "named";
    const at = (argv: string[], cwd: string) =>
      svc(argv, {
        cwd,
        env: {
          XDG_CONFIG_HOME: `${path}/config`,
          ...(server === undefined ? {} : { SVC_CLUB_URL: server }),
        },
      });
    for (
      const [argv, cwd] of [
        [["init", name], path],
        [["vault", "create", "local_encryption", "main"], `${path}/${name}`],
        [["extension", "init", "@acme/words"], `${path}/${name}`],
      ] as const
    ) {
      const { exit, stderr } = await at([...argv], cwd);
      assert.equal(exit, 0, stderr);
    }
    const put = await svc(["vault", "put", "main", "KEY"], {
      cwd: `${path}/${name}`,
      env: { XDG_CONFIG_HOME: `${path}/config` },
      stdin: "a secret\n",
    });
    assert.equal(put.exit, 0, put.stderr);
    const [vault] = await Array.fromAsync(
      Deno.readDir(`${path}/${name}/vaults/local_encryption`),
    );
    const files = [".svc.yaml", `vaults/local_encryption/${vault!.name}`, "words/manifest.yaml"];
    return await Promise.all(files.map(async (file) => {
      const text = await Deno.readTextFile(`${path}/${name}/${file}`);
      return text.split("\n").filter((line) => line.startsWith("# yaml-language-server"));
    }));
  };
  assert.deepEqual(
    await made("https://registry.example/"),
    ["repository", "vault", "manifest"].map((name) => [
      `# yaml-language-server: $schema=https://registry.example/schemas/${name}.json`,
    ]),
  );
  assert.deepEqual(await made(undefined), [[], [], []]);
});
