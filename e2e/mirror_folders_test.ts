import assert from "node:assert/strict";
import { startStage, TOKEN } from "../extensions/testing/stage.ts";
import { createPerson, type Person } from "./process/svc.ts";
import { testNeeding } from "./requirement.ts";

const TYPE = "@svc/github-local-mirror";
const root = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

/** A person whose repository has the mirror among its own sources; nothing is requested of a registry. */
async function personWithMirror(): Promise<Person> {
  const person = await createPerson("http://127.0.0.1:9");
  await person.ok(["init"]);
  const to = `${person.work}/extensions`;
  await Deno.mkdir(to, { recursive: true });
  const from = ["platform", "github-local-mirror"].map((name) => `${root}/extensions/${name}`);
  await new Deno.Command("cp", { args: ["-r", ...from, to] }).output();
  const marker = `${person.work}/.svc.yaml`;
  const folders = "modelsDir: extensions\nreportsDir: extensions\n";
  await Deno.writeTextFile(marker, await Deno.readTextFile(marker) + folders);
  return person;
}

/** Global arguments of a behavior as options. */
function given(args: Record<string, string>): string[] {
  return Object.entries(args).flatMap(([name, value]) => ["--global-arg", `${name}=${value}`]);
}

testNeeding(
  ["git"],
  "with only git, the three folders and one host granted, a mirror is made wherever they are",
  async (test) => {
    await using stage = await startStage("hello");
    const head = await stage.push("hello", "feature", { "a.txt": "a\n" });
    await stage.on("hello", "POST", "/pulls", { title: "t", head: "feature", base: "main" });
    await using person = await personWithMirror();
    const create = (name: string, folder: string) =>
      person.svc([
        "behavior",
        "create",
        TYPE,
        name,
        ...given({
          owner: "octocat",
          repo: "hello",
          gitObjectPath: `${folder}/objects`,
          workspaceRoot: `${folder}/work`,
          artifactRoot: `${folder}/artifacts`,
          gitRemoteUrl: `${stage.host.url}/octocat/hello.git`,
          githubToken: "${{ env.MIRROR_TOKEN }}",
        }),
      ]);
    const env = { MIRROR_TOKEN: TOKEN };
    const run = (name: string, method: string, ...inputs: string[]) =>
      person.svc(["behavior", "run", name, method, ...inputs, "--allow-all-requested"], { env });

    await Deno.mkdir(`${person.home}/real`);
    await Deno.symlink(`${person.home}/real`, `${person.home}/other`);
    for (
      const [name, folder, place] of [
        ["below", "mirror", `${person.work}/mirror`],
        ["outside", `${person.home}/not/there/yet`, `${person.home}/not/there/yet`],
        ["linked", "~/other/m", `${person.home}/real/m`],
      ] as const
    ) {
      await test.step(`in ${folder}`, async () => {
        const created = await create(name, folder);
        assert.equal(created.code, 0, created.stderr);
        const synced = await run(name, "sync", "--input", "requireComplete=true");
        assert.equal(synced.code, 0, synced.stderr);
        const state = JSON.parse(
          await person.ok(["data", "get", name, "prheadstate.octocat~hello~1", "--json"]),
        );
        assert.equal(state.content.headSha, head);
        const made = await run(name, "prepare_worktree", "--input", "prNumber=1");
        assert.equal(made.code, 0, made.stderr);
        const tree = `${place}/work/pr-1-${head.slice(0, 12)}`;
        assert.equal(await Deno.readTextFile(`${tree}/a.txt`), "a\n");
        for (const one of ["objects", "work", "artifacts"]) {
          assert.equal((await Deno.stat(`${place}/${one}`)).mode! & 0o777, 0o700);
        }
      });
    }

    await test.step("not by a link in the repository, and not where svc keeps its own", async () => {
      await Deno.symlink(person.home, `${person.work}/link`);
      for (const [name, folder] of [["by-link", "link/x"], ["own", ".svc/data/x"]] as const) {
        await create(name, folder);
        const { code, stderr } = await run(name, "sync");
        assert.notEqual(code, 0);
        assert.match(stderr, /a symbolic link leads|\.svc/, name);
      }
      await assert.rejects(Deno.lstat(`${person.home}/x`), Deno.errors.NotFound);
    });

    await test.step("the token is in no file of the person's", async () => {
      for (const word of [TOKEN, btoa(`x-access-token:${TOKEN}`)]) {
        const args = ["-rl", "--exclude-dir=extensions", word, person.work, person.home];
        const { code, stdout } = await new Deno.Command("grep", { args }).output();
        assert.equal(code, 1, new TextDecoder().decode(stdout));
      }
    });
  },
);
