import assert from "node:assert/strict";
import { parse } from "yaml";
import { githubProblems } from "../packages/cli/testing/github_files.ts";
import { writeGreeting } from "./process/greeting.ts";
import { inOrder } from "./process/in_order.ts";
import { npmSettings } from "./process/npm.ts";
import { masked, type PublishingScene, setPublishingScene } from "./process/publishing.ts";
import type { Person, SvcResult } from "./process/svc.ts";

const NAME = "@acme/greeter";
const root = new URL("..", import.meta.url).pathname;

/** A step of a workflow or of an action. */
interface Step {
  uses?: string;
  run?: string;
  env?: Record<string, string>;
  "working-directory"?: string;
}

/** Runs steps as GitHub's runner does: each in a shell of its own, with what those before have left. */
async function runSteps(
  job: Person,
  steps: readonly Step[],
  env: Readonly<Record<string, string>>,
): Promise<SvcResult & { output: string }> {
  const temporary = await Deno.makeTempDir({ dir: job.home });
  const said = { code: 0, stdout: "", stderr: "" };
  const files = { GITHUB_PATH: `${temporary}/path`, GITHUB_OUTPUT: `${temporary}/output` };
  for (const file of Object.values(files)) await Deno.writeTextFile(file, "");
  for (const { run, env: own, "working-directory": folder = "." } of steps) {
    // The sources are there already.
    if (run === undefined) continue;
    const added = (await Deno.readTextFile(files.GITHUB_PATH)).split("\n").filter(Boolean);
    const { code, stdout, stderr } = await new Deno.Command("bash", {
      args: ["--noprofile", "--norc", "-eo", "pipefail", "-c", run],
      cwd: `${job.work}/${folder}`,
      clearEnv: true,
      env: {
        ...job.env,
        ...await npmSettings(),
        ...env,
        ...files,
        RUNNER_TEMP: temporary,
        PATH: [...added.toReversed(), job.env["PATH"]].join(":"),
        ...own,
      },
    }).output();
    said.code = code;
    said.stdout += new TextDecoder().decode(stdout);
    said.stderr += new TextDecoder().decode(stderr);
    if (code !== 0) break;
  }
  return { ...said, output: await Deno.readTextFile(files.GITHUB_OUTPUT) };
}

/** Trusts one extension for the jobs of the stand-in for GitHub. */
const trust = (scene: PublishingScene, extension: string) =>
  scene.trust({
    extension,
    provider: "github",
    names: { repository: "acme/greeter" },
    workflow: "release.yml",
    environment: "publish",
  });

Deno.test("the files that svc writes for CI publish, on a machine that has never seen svc", async (test) => {
  const step = inOrder(test);
  await using scene = await setPublishingScene();
  const { gate, runner, issuers } = scene;
  const script = await (await fetch(`${gate.url}/install.sh`)).bytes();
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", script)).toHex();

  await step("GitHub: the workflow of 'svc extension init --ci github'", async () => {
    await using job = await scene.job({});
    await Deno.mkdir(`${job.work}/.git`);
    await writeGreeting(`${job.work}/tools/it's`, NAME, "2026.11.23.1");
    const { path } = JSON.parse(
      await job.ok(["extension", "init", "--ci", "github", "--dir", "tools/it's", "--json"]),
    );
    const text = await Deno.readTextFile(path);
    assert.deepEqual(await githubProblems("workflow", text), []);
    const { jobs: { publish } } = parse(text);
    await trust(scene, NAME);
    const said = await runSteps(job, publish.steps, { ...runner.env, ...publish.env });
    assert.equal(said.code, 0, said.stdout + said.stderr);
    assert.match(said.stdout, /^Published @acme\/greeter 2026\.11\.23\.1 in stable, public\.$/m);
    const { log, secrets } = masked(said);
    assert.equal(secrets.length, 2);
    assert.doesNotMatch(log, /svc_ci_|eyJ/);
  });

  await step("GitLab: the job of 'svc extension init --ci gitlab'", async () => {
    await using job = await scene.job({});
    const name = "@acme/gitlab-greeter";
    await writeGreeting(job.work, name, "2026.11.23.1");
    const { path } = JSON.parse(
      await job.ok(["extension", "init", "--ci", "gitlab", "--json"]),
    );
    const { publish } = parse(await Deno.readTextFile(path));
    await scene.trust({
      extension: name,
      provider: "gitlab",
      names: { project: "acme/greeter" },
      workflow: ".gitlab-ci.yml",
      environment: "publish",
      refRule: "tag:v{version}",
    });
    const run = publish.script.join("\n");
    const said = await runSteps(job, [{ run }], {
      CI: "true",
      GITLAB_CI: "true",
      ...publish.variables,
      SVC_ID_TOKEN: await issuers.gitlab.token(publish.id_tokens.SVC_ID_TOKEN.aud),
    });
    assert.equal(said.code, 0, said.stdout + said.stderr);
    assert.match(said.stdout, /^Published @acme\/gitlab-greeter /m);
    assert.doesNotMatch(said.stdout + said.stderr, /svc_ci_|eyJ/);
  });

  await step("GitHub: the action of this repository", async () => {
    const text = await Deno.readTextFile(`${root}action.yml`);
    assert.deepEqual(await githubProblems("action", text), []);
    const { inputs, runs, outputs } = parse(text);
    const steps = (given: Record<string, string>) =>
      runs.steps.map((one: Step) => ({
        ...one,
        env: Object.fromEntries(
          Object.entries(one.env ?? {}).map(([variable, value]) => {
            const [, name] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)!;
            return [variable, given[name!] ?? inputs[name!].default];
          }),
        ),
      }));
    // What a step runs is a fixed text: an input is in a variable and never in a command.
    for (const { run } of runs.steps) assert.doesNotMatch(run, /\$\{\{/);
    assert.equal(outputs.result.value, `\${{ steps.${runs.steps[1].id}.outputs.result }}`);

    await using job = await scene.job({});
    const name = "@acme/action-greeter";
    await writeGreeting(`${job.work}/a tool`, name, "2026.11.23.1");
    await trust(scene, name);
    const given = { registry: `${gate.url}/`, manifest: "a tool", "install-sha256": sum };
    const wrong = await runSteps(
      job,
      steps({ ...given, "install-sha256": "0".repeat(64) }),
      runner.env,
    );
    assert.equal(wrong.code, 1);
    assert.match(wrong.stdout, /^::error::The registry has no install\.sh with the SHA-256/m);
    await assert.rejects(Deno.stat(`${job.home}/.local`), "nothing was run");
    const said = await runSteps(job, steps(given), runner.env);
    assert.equal(said.code, 0, said.stdout + said.stderr);
    const [, mark, result] = /^result<<(\w+)\n([^]*)\n\1\n$/.exec(said.output)!;
    assert.match(mark!, /^[0-9a-f]{32}$/);
    assert.equal(JSON.parse(result!).name, name);
    assert.doesNotMatch(masked(said).log, /svc_ci_|eyJ/);
  });
});
