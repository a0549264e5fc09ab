import assert from "node:assert/strict";
import { startCodeHost } from "@svc/fakes/codehost";
import type { Story } from "../story.ts";

const UPSTREAM = "octocat/hello-world";
const FORK = "hubot/hello-world";
const OWNER = "fake-token-of-octocat";
const TOKEN = "fake-token-of-hubot";
const SWEEP = "@svc/github-pr-sweep";

/** Family F, sweep: branches brought up and pushed, a conflict reported, an agent that is granted. */
export const sweep: Story = {
  name:
    "F: a sweep brings a fork's pull requests up, and an agent works on them once it is granted",
  needs: [],
  async run(world, test) {
    await using host = await startCodeHost({
      tokens: { [TOKEN]: "hubot", [OWNER]: "octocat" },
      repositories: [{ owner: "octocat", name: "hello-world" }],
    });
    const call = (repo: string, method: string, path: string, body?: object) =>
      host.call(repo === FORK ? TOKEN : OWNER, method, `/repos/${repo}${path}`, body);
    const write = async (repo: string, path: string, content: string, branch = "main") => {
      const at = `/contents/${path}`;
      const before = await call(repo, "GET", `${at}?ref=${branch}`)
        .catch(() => ({})) as { sha?: string };
      const sha = before.sha === undefined ? {} : { sha: before.sha };
      await call(repo, "PUT", at, { message: path, content: btoa(content), branch, ...sha });
    };
    const tip = async (branch: string) => {
      const ref = await call(FORK, "GET", `/git/ref/heads/${branch}`) as {
        object: { sha: string };
      };
      return ref.object.sha;
    };
    const open = async (branch: string, path: string) => {
      await call(FORK, "POST", "/git/refs", {
        ref: `refs/heads/${branch}`,
        sha: await tip("main"),
      });
      await write(FORK, path, `${branch}\n`, branch);
      const pull = { title: `<!-- ${branch} -->`, head: `hubot:${branch}`, base: "main" };
      const made = await host.call(TOKEN, "POST", `/repos/${UPSTREAM}/pulls`, pull);
      return (made as { number: number }).number;
    };
    await write(UPSTREAM, "shared.txt", "one\n");
    await host.call(TOKEN, "POST", `/repos/${UPSTREAM}/forks`);
    const behind = await open("behind", "behind.txt");
    const conflicting = await open("conflicting", "shared.txt");
    await write(UPSTREAM, "shared.txt", "two\n");

    const tools = await Deno.makeTempDir();
    await Deno.writeTextFile(
      `${tools}/helper`,
      "#!/bin/sh\ncat > facts.txt; git add facts.txt; git commit --quiet -m 'Look at it'\n",
      { mode: 0o755 },
    );
    try {
      await using person = await world.consumer({
        extensions: [SWEEP],
        env: {
          GITHUB_API_URL: host.url,
          GH_TOKEN: TOKEN,
          PATH: `${tools}:${Deno.env.get("PATH")}`,
        },
      });
      await person.ok(["behavior", "create", SWEEP, "sweeper"]);
      const inputs = (values: Record<string, string>) =>
        Object.entries(values).flatMap(([name, value]) => ["--input", `${name}=${value}`]);
      const run = (more: Record<string, string>) =>
        person.svc([
          ...["behavior", "run", "sweeper", "sweep"],
          ...inputs({ upstreamRepo: UPSTREAM, forkRepo: FORK, workdir: "sweeps/hello", ...more }),
        ]);
      const data = async (name: string) =>
        JSON.parse(await person.ok(["data", "get", "sweeper", name, "--json"])).content;
      const pr = (number: number) => data(`pr.octocat~hello-world~${number}`);

      await test.step("a branch that is behind is pushed, a conflict is reported", async () => {
        const before = await tip("conflicting");
        const { code, stderr } = await run({ resyncBehind: "true" });
        assert.equal(code, 0, stderr);
        const { counts, mainUpdated } = await data("sweep.hubot~hello-world");
        assert.equal(mainUpdated, "updated");
        assert.deepEqual([counts.updated, counts.conflict], [1, 1]);
        assert.equal((await pr(behind)).after, await tip("behind"));
        assert.match((await pr(conflicting)).error.message, /conflicts in shared\.txt/);
        assert.equal(await tip("conflicting"), before);
      });

      await test.step("an agent that nobody granted is not run, and the command is named", async () => {
        const { code, stderr } = await run({ agent: "helper" });
        assert.notEqual(code, 0);
        assert.match(stderr, /svc extension grant @svc\/github-pr-sweep run:helper/);
      });

      await test.step("a granted agent commits in its worktree, and nothing of it is pushed", async () => {
        await person.ok(["extension", "grant", SWEEP, "run:helper"]);
        const before = await tip("behind");
        const { code, stderr } = await run({ agent: "helper", sweeperPrompt: "Look at it." });
        assert.equal(code, 0, stderr);
        const { action, agent } = await pr(behind);
        assert.equal(action, "agent-ran");
        assert.equal(agent.commits, 1);
        assert.equal(await tip("behind"), before);
        const facts = await Deno.readTextFile(`${agent.worktree}/facts.txt`);
        assert.match(facts, /^Look at it\.\n/);
        assert.match(facts, /"title": "<!-- behind -->"/);
        assert.ok(!facts.includes(TOKEN));
      });

      await test.step("the token is in no file that the sweep left", async () => {
        const found = await new Deno.Command("grep", {
          args: ["-rlF", "-e", TOKEN, "-e", btoa(`x-access-token:${TOKEN}`), person.work],
        }).output();
        assert.equal(new TextDecoder().decode(found.stdout), "");
        assert.equal(found.code, 1);
      });
    } finally {
      await Deno.remove(tools, { recursive: true });
    }
  },
};
