import assert from "node:assert/strict";
import { type CodeHost, startCodeHost } from "@svc/fakes/codehost";
import type { Person } from "../../process/svc.ts";
import type { Story } from "../story.ts";

const TOKEN = "ghp_k3W9zQeNsUrEstOryTok3nAbCdEfGhIjKlMn";
const REPO = "/repos/octocat/hello-world";

/** Family E: repositories, releases and pull requests are there once, however often they are ensured. */
export const ensure: Story = {
  name: "E: what is ensured is planned first, made once, and found after a lost answer",
  needs: [],
  async run(world, test) {
    await using host = await startCodeHost({
      tokens: { [TOKEN]: "octocat" },
      organizations: [{ login: "github", members: [{ login: "octocat", role: "admin" }] }],
      repositories: [{ owner: "octocat", name: "hello-world" }],
    });
    await using person = await world.consumer({
      extensions: ["@svc/github-ensure"],
      env: { GITHUB_API_URL: host.url, GH_TOKEN: TOKEN },
    });
    await behavior(person, "octo", "owner=octocat");
    await behavior(person, "org", "owner=github", "isOrg=true");

    await test.step("sync lists what the token's account has", async () => {
      const { visibility, count } = await run(person, "octo", "sync");
      assert.deepEqual([visibility, count], ["all", 1]);
    });

    await test.step("a repository is planned, made for the user, and another for the organisation", async () => {
      const writes = countOf(host, "POST");
      const plan = await run(person, "octo", "ensureRepo", "name=new-one");
      assert.deepEqual([plan.outcome, countOf(host, "POST") - writes], ["would-create", 0]);
      const doing = ["name=new-one", 'topics=["greeting"]', "dryRun=false"];
      const made = await run(person, "octo", "ensureRepo", ...doing);
      assert.deepEqual([made.outcome, made.private, made.topicsApplied], ["created", true, true]);
      const inOrg = await run(person, "org", "ensureRepo", "name=docs", "dryRun=false");
      assert.equal(inOrg.outcome, "created");
      await host.call(TOKEN, "GET", "/repos/github/docs");
      assert.equal(countOf(host, "POST") - writes, 2);
    });

    await test.step("a tag without a release gets one, once", async () => {
      const ref = await host.call(TOKEN, "GET", `${REPO}/git/ref/heads/main`) as Ref;
      const { sha } = ref.object;
      await host.call(TOKEN, "POST", `${REPO}/git/refs`, { ref: "refs/tags/v1", sha });
      const outcomes = [];
      for (let time = 0; time < 2; time++) {
        const release = await run(person, "octo", "ensureRelease", ...release1);
        assert.deepEqual([release.tagExisted, release.targetSha], [true, sha]);
        outcomes.push(release.outcome);
      }
      assert.deepEqual(outcomes, ["created", "exists"]);
      assert.equal((await releases(host)).length, 1);
    });

    await test.step("a release whose answer is lost is found, and not made again", async () => {
      host.loseNext(`POST ${REPO}/releases`);
      const release = await run(
        person,
        "octo",
        ...["ensureRelease", "repo=hello-world", "tagName=v2", "dryRun=false"],
      );
      assert.equal(release.outcome, "exists");
      assert.equal((await releases(host)).length, 2);
    });

    await test.step("a pull request is opened, and its document is found by its branches", async () => {
      await host.call(TOKEN, "PUT", `${REPO}/contents/fix.md`, {
        message: "Fix it",
        content: btoa("fixed\n"),
        branch: await newBranch(host, "fix"),
      });
      const opening = ["repo=hello-world", "head=fix", "title=Fix it", "dryRun=false"];
      assert.equal((await run(person, "octo", "openPr", ...opening)).outcome, "created");
      assert.equal((await host.call(TOKEN, "GET", `${REPO}/pulls`) as unknown[]).length, 1);
      const item = "pull.octocat~hello-world~fix~main";
      const data = JSON.parse(await person.ok(["data", "get", "octo", item, "--json"]));
      assert.match(JSON.stringify(data), /"outcome":"created"/);
    });

    await test.step("the definition holds the variable's name and not the token", async () => {
      const files = [];
      for await (const { name } of Deno.readDir(`${person.work}/behaviors`)) files.push(name);
      for await (const text of textsBelow(`${person.work}`)) assert.ok(!text.includes(TOKEN));
      assert.notEqual(files.length, 0);
    });
  },
};

interface Ref {
  object: { sha: string };
}

const release1 = ["repo=hello-world", "tagName=v1", "dryRun=false"];

async function behavior(person: Person, name: string, ...globalArgs: string[]): Promise<void> {
  const given = ["token=${{ env.GH_TOKEN }}", ...globalArgs].flatMap((
    one,
  ) => ["--global-arg", one]);
  await person.ok(["behavior", "create", "@svc/github-ensure", name, ...given]);
}

/** Runs a method and gives the document it wrote last. */
async function run(person: Person, behavior: string, method: string, ...inputs: string[]) {
  const given = inputs.flatMap((one) => ["--input", one]);
  const out = await person.ok(["behavior", "run", behavior, method, ...given, "--json"]);
  return JSON.parse(out).dataArtifacts.at(-1).attributes as Record<string, unknown>;
}

const countOf = (host: CodeHost, method: string) =>
  host.received.filter((one) => one.method === method).length;

const releases = async (host: CodeHost) =>
  await host.call(TOKEN, "GET", `${REPO}/releases`) as unknown[];

async function newBranch(host: CodeHost, name: string): Promise<string> {
  const { object } = await host.call(TOKEN, "GET", `${REPO}/git/ref/heads/main`) as Ref;
  await host.call(TOKEN, "POST", `${REPO}/git/refs`, {
    ref: `refs/heads/${name}`,
    sha: object.sha,
  });
  return name;
}

/** The text of every file below a folder. */
async function* textsBelow(folder: string): AsyncIterable<string> {
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* textsBelow(path);
    else if (isFile) yield new TextDecoder("latin1").decode(await Deno.readFile(path));
  }
}
