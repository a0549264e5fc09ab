import assert from "node:assert/strict";
import { type CodeHost, startStory, STORY_TOKEN } from "@svc/fakes/codehost";
import type { Person } from "../../process/svc.ts";
import type { Story } from "../story.ts";

/** Trending repositories, without any token. */
export const trending: Story = {
  name: "F: trending repositories are searched for once and kept",
  needs: [],
  async run(world) {
    await using host = await startStory();
    await host.call(STORY_TOKEN, "PUT", "/user/starred/octocat/spoon-knife");
    await using person = await world.consumer({
      extensions: ["@svc/github-trending"],
      env: { GITHUB_API_URL: host.url },
    });
    await create(person, "@svc/github-trending", "week", "windowDays=7", "count=1");
    const from = host.received.length;
    await run(person, "week", "snapshot");
    assert.equal(host.received.length - from, 1);
    const { content } = JSON.parse(
      await person.ok(["data", "get", "week", "trending", "--json"]),
    );
    const [first] = content.repositories;
    assert.deepEqual([first.fullName, first.stars], ["octocat/spoon-knife", 1]);
  },
};

/** The two small ones that work through the person's own gh. */
export const throughGh: Story = {
  name: "F: pull requests are listed and a repository is ensured through gh, in the sandbox",
  needs: ["gh"],
  async run(world, test) {
    await using host = await startStory();
    const { env } = await host.gh(STORY_TOKEN);
    await using person = await world.consumer({
      extensions: ["@svc/github-pr-list", "@svc/github-repo-ensure"],
      env,
    });

    await test.step("the open pull requests are listed", async () => {
      const globals = ["owner=octocat", "repo=hello-world"];
      await create(person, "@svc/github-pr-list", "pulls", ...globals);
      const { pullRequests } = await run(person, "pulls", "list");
      const titles = (pullRequests as { title: string }[]).map((pull) => pull.title);
      assert.deepEqual(titles, ["Add translate"]);
    });

    await test.step("a repository is made once", async () => {
      const globals = ["owner=octocat", "name=fresh"];
      await create(person, "@svc/github-repo-ensure", "fresh", ...globals);
      assert.equal((await run(person, "fresh", "ensure")).outcome, "created");
      assert.equal((await run(person, "fresh", "ensure")).outcome, "unchanged");
      assert.equal(creations(host), 1);
    });

    await test.step("ghPath is granted by its placeholder, and no other program is", async () => {
      const own = await programs(person);
      const globals = ["owner=octocat", "name=by-path"];
      await create(person, "@svc/github-repo-ensure", "by-path", ...globals, `ghPath=${own.gh}`);
      assert.equal((await run(person, "by-path", "ensure")).outcome, "created");
      assert.ok(await exists(own.ran), "the program of ghPath ran");
      const shell = ["owner=octocat", "name=shell", "ghPath=/bin/sh"];
      await create(person, "@svc/github-repo-ensure", "shell", ...shell);
      const refused = await person.svc(["behavior", "run", "shell", "ensure"]);
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /ghPath must be narrower, as run is granted to it/);
      assert.equal(creations(host), 2);
    });
  },
};

/** The extension that holds a skill and nothing else. */
export const agent: Story = {
  name: "F: the agent extension brings its skill, and nothing that runs",
  needs: [],
  async run(world, test) {
    await using person = await world.consumer({ extensions: [] });
    await world.publish("@svc/github-agent");
    const skill = "skills/github-catalogue/SKILL.md";
    const folders = [".agents", ".claude"];

    await test.step("its page shows the skill and no count of types or reports", async () => {
      const info = JSON.parse(
        await person.ok(["extension", "info", "@svc/github-agent", "--json"]),
      );
      assert.deepEqual(info.contentTypes, ["skills"]);
      const { models, reports, skills, permissions } = info.contentMetadata;
      assert.deepEqual([models, reports, permissions], [[], [], {}]);
      assert.deepEqual(skills.map((one: { name: string }) => one.name), ["github-catalogue"]);
      const page = await (await fetch(info.url)).text();
      assert.match(page, /github-catalogue/);
      assert.doesNotMatch(page, /<h2[^>]*>(?:Behavior types|Reports)/);
    });

    await test.step("without a yes it is shown and not put anywhere", async () => {
      const { code, stderr } = await person.svc(["extension", "pull", "@svc/github-agent"]);
      assert.equal(code, 1);
      assert.match(stderr, /brings skills, which coding agents in this repository will follow/);
      for (const folder of folders) assert.ok(!await exists(`${person.work}/${folder}/${skill}`));
    });

    await test.step("with one it is where agents look, and the answer says where", async () => {
      const out = await person.ok(["extension", "pull", "@svc/github-agent"].concat(
        "--allow",
        "skill:github-catalogue",
      ));
      assert.match(out, /agents find its skills in \.agents\/\S+, \.claude\/\S+/);
      assert.doesNotMatch(out, /svc model type/);
      const source = await Deno.readTextFile(
        new URL(`../../../extensions/github-agent/${skill}`, import.meta.url),
      );
      for (const folder of folders) {
        assert.equal(await Deno.readTextFile(`${person.work}/${folder}/${skill}`), source);
      }
    });

    await test.step("it goes with the extension", async () => {
      await person.ok(["extension", "rm", "@svc/github-agent", "--yes"]);
      for (const folder of folders) assert.ok(!await exists(`${person.work}/${folder}`));
    });
  },
};

const exists = (path: string) => Deno.stat(path).then(() => true, () => false);

const creations = (host: CodeHost) =>
  host.received.filter(({ method, path }) => method === "POST" && path === "/user/repos").length;

async function create(person: Person, type: string, name: string, ...globalArgs: string[]) {
  const given = globalArgs.flatMap((one) => ["--global-arg", one]);
  await person.ok(["behavior", "create", type, name, ...given]);
}

/** Runs a method and gives the document it wrote. */
async function run(person: Person, behavior: string, method: string) {
  const out = await person.ok(["behavior", "run", behavior, method, "--json"]);
  return JSON.parse(out).dataArtifacts.at(-1).attributes as Record<string, unknown>;
}

/** A `gh` of the person's own, which notes that it ran. */
async function programs(person: Person): Promise<{ gh: string; ran: string }> {
  const [gh, ran] = [`${person.home}/my-gh`, `${person.home}/ran`];
  await Deno.writeTextFile(gh, `#!/bin/sh\n: > ${ran}\nexec gh "$@"\n`);
  await Deno.chmod(gh, 0o755);
  return { gh, ran };
}
