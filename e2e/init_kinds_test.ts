import assert from "node:assert/strict";
import type { KindName } from "../packages/cli/scaffold/kinds.ts";
import { createCollective } from "./process/account.ts";
import { setScene } from "./process/scene.ts";

/** A registry with Ada and her collective, of all tests here. */
const scene = await setScene();
const { person: ada } = scene;
await createCollective(scene.gate.url, scene.account, "acme");
Deno.test.afterAll(async () => await scene[Symbol.asyncDispose]());

/** Runs a command line of Ada's that succeeds. */
const run = (cwd: string, ...argv: string[]) => ada.ok(argv, { cwd });

const json = async (cwd: string, ...argv: string[]) =>
  JSON.parse(await run(cwd, ...argv, "--json"));

/** A repository with the behavior `hello`, which has pulled an extension. */
async function repositoryWith(extension: string) {
  const folder = await Deno.makeTempDir({ dir: ada.work });
  await run(folder, "init");
  await Deno.mkdir(`${folder}/behaviors/command/shell`, { recursive: true });
  await Deno.writeTextFile(
    `${folder}/behaviors/command/shell/hello.yaml`,
    "type: command/shell\nid: 11111111-1111-4111-8111-111111111111\nname: hello\nversion: 1\n",
  );
  await run(folder, "extension", "pull", extension, "--allow-all-requested");
  return folder;
}

const RUN = ["behavior", "run", "hello", "execute", "--input", "run=echo hi"];

/** The server that was written for the tests of a vault or a datastore, and its token in a variable. */
async function server(made: string, variable: string) {
  const module = [...Deno.readDirSync(made)].find(({ name }) => name.endsWith("_server.ts"))!.name;
  const started = (await import(`file://${made}/${module}`)).startServer("t0ken");
  ada.env[variable] = "t0ken";
  return {
    address: started.address as string,
    async [Symbol.asyncDispose]() {
      delete ada.env[variable];
      await started.stop();
    },
  };
}

/** How each kind is used once it is pulled: in `repo`, with the folder that it was made in. */
const USES: Record<KindName, (name: string, repo: string, made: string) => Promise<void>> = {
  async model(name, repo) {
    await run(repo, "behavior", "create", name, "words", "--global-arg", "minLength=2");
    await run(repo, "behavior", "run", "words", "count", "--input", "text=I can count");
    const { content } = await json(repo, "data", "get", "words", "count");
    assert.deepEqual(content, { lines: 1, words: 2, characters: 11 });
  },
  async vault(name, repo, made) {
    await using there = await server(made, "SECRETS_TOKEN");
    const config = `address=${there.address}`;
    await run(repo, "vault", "create", name, "main", "--config", config, "--allow-all-requested");
    const put = await ada.svc(["vault", "put", "main", "TOKEN"], { cwd: repo, stdin: "hush-hush" });
    assert.equal(put.code, 0, put.stderr);
    assert.equal(await run(repo, "vault", "get", "main", "TOKEN"), "hush-hush");
    const absent = await ada.svc(["vault", "get", "main", "ABSENT", "--json"], { cwd: repo });
    assert.equal(JSON.parse(absent.stderr).code, "secret_not_found");
    await run(repo, "vault", "delete", "main", "TOKEN", "--yes");
    assert.doesNotMatch(await run(repo, "vault", "list-keys", "main"), /TOKEN/);
  },
  async datastore(name, repo, made) {
    await using there = await server(made, "STORE_TOKEN");
    const config = ["--config", `address=${there.address}/team`];
    await run(repo, "datastore", "setup", "extension", name, ...config, "--allow-all-requested");
    await run(repo, ...RUN);
    const other = await repositoryWith(name);
    await Deno.copyFile(`${repo}/.svc.yaml`, `${other}/.svc.yaml`);
    await run(other, "datastore", "sync", "--allow-all-requested");
    const found = await json(repo, "data", "list");
    assert.ok(found.total > 0);
    assert.deepEqual(await json(other, "data", "list"), found);
    await run(repo, "datastore", "lock", "hello");
    await run(repo, "datastore", "status");
  },
  async report(name, repo) {
    await run(repo, ...RUN);
    const { markdown, json: content } = await json(repo, "report", "run", name, "hello");
    assert.match(markdown, /^# execute of hello\n\nThe run succeeded\.\n/);
    assert.ok(content.items.length > 0);
    const file = `${repo}/behaviors/command/shell/hello.yaml`;
    await Deno.writeTextFile(file, `reports:\n  require:\n    - "${name}"\n`, { append: true });
    assert.deepEqual(Object.keys((await json(repo, ...RUN)).reports), [name]);
  },
  async skill(name, repo) {
    const slug = name.split("/")[1];
    for (const agents of [".claude", ".agents"]) {
      const text = await Deno.readTextFile(`${repo}/${agents}/skills/${slug}/SKILL.md`);
      assert.match(text, new RegExp(`^---\nname: ${slug}\n`));
    }
    await run(repo, "extension", "rm", name, "--yes");
    await assert.rejects(Deno.stat(`${repo}/.claude/skills/${slug}`));
  },
};

for (const [kind, use] of Object.entries(USES)) {
  Deno.test(`a new ${kind} passes its tests, earns every point there is before a push, and works for who pulls it`, async () => {
    const folder = await Deno.makeTempDir({ dir: ada.work });
    const name = `@acme/my-${kind}`;
    const made = await json(folder, "extension", "init", name, "--kind", kind);
    // The first leads there; the last two are below, with what they answer.
    assert.deepEqual(made.nextSteps.slice(-2), ["svc extension check", "svc extension push"]);
    for (const step of made.nextSteps.slice(1, -2)) {
      const [, ...argv] = [...step.matchAll(/"([^"]*)"|[^\s"]+(?:"[^"]*")?/g)].map((
        [word, quoted],
      ) => quoted ?? word.replaceAll('"', ""));
      await run(made.path, ...argv);
    }
    const { scorecard, ...found } = await json(made.path, "extension", "check");
    assert.deepEqual([scorecard.earnedPoints, scorecard.maxPoints], [12, 12]);
    const nothing = { errors: [], warnings: [], typesNotChecked: null, undeclared: [] };
    assert.deepEqual(found, { ...found, ...nothing });
    await run(made.path, "extension", "push", "--yes", "--no-check");
    const repo = await repositoryWith(name);
    await use(name, repo, made.path);
  });
}
