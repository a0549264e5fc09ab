import assert from "node:assert/strict";
import { type Stage, startStage, TOKEN } from "../../../extensions/testing/stage.ts";
import { killAll } from "../../process/processes.ts";
import type { Person } from "../../process/svc.ts";
import type { Story } from "../story.ts";

const LOCAL = "@svc/github-pull-requests-local";
const SMALL = "@svc/github-pull-requests";

/** Family C: from a file to its merged change, with the real gh and real git repositories. */
export const pullRequests: Story = {
  name: "C: a file is read, changed on a branch, opened as a pull request, found and merged",
  needs: ["gh"],
  async run(world, test) {
    await using stage = await startStage("one", "two", "three");
    await stage.push("one", "main", { "conf.ini": "name = svc\r\nport = 80\r\n" });
    await using person = await world.consumer({
      extensions: [LOCAL, SMALL],
      env: { ...stage.api, ...stage.gh },
    });
    const globals = ["token=${{ env.GH_TOKEN }}", "defaultOwner=octocat"];
    for (const [type, name] of [[LOCAL, "pulls"], [SMALL, "small"]] as const) {
      const args = globals.flatMap((one) => ["--global-arg", one]);
      await person.ok(["behavior", "create", type, name, ...args]);
    }
    const run = runnerOf(person);
    const data = async (item: string) =>
      JSON.parse(await person.ok(["data", "get", "pulls", item, "--json"]));

    await test.step("the file is read", async () => {
      await run("pulls", "readFile", { repo: "one", path: "conf.ini" });
      const { attributes, content = attributes } = await data(
        "fileContent.octocat~one~conf.ini~main",
      );
      assert.equal(content.content, "name = svc\r\nport = 80\r\n");
    });

    await test.step("the change is committed on a branch, opened, found and merged", async () => {
      const changed = await run("pulls", "replaceInFile", REPLACEMENT);
      assert.deepEqual([changed.outcome, changed.before], ["created", "port = 80"]);
      const opened = await run("pulls", "openPullRequest", {
        repo: "one",
        head: String(changed.newBranch),
        base: String(changed.baseBranch),
        title: "Listen elsewhere",
      });
      assert.deepEqual([opened.outcome, opened.headSha], ["created", changed.commitSha]);
      const found = await run("pulls", "findPullRequest", { repo: "one", head: "port" });
      assert.equal((found.pullRequest as { number: number }).number, opened.number);
      const merged = await run("pulls", "mergePullRequest", {
        repo: "one",
        pullNumber: String(opened.number),
      });
      assert.equal(merged.sha, await stage.tip("one", "main"));
      assert.equal(await textOf(stage, "conf.ini"), "name = svc\r\nport = 8080\r\n");
    });

    await test.step("of two runs at once on one branch one wins, and the other says so", async () => {
      const results = await Promise.all(
        ["mine", "yours"].map((content) =>
          person.svc(["behavior", "run", "pulls", "commitFile", ...inputs({ ...FILE, content })])
        ),
      );
      const codes = results.map(({ code }) => code);
      assert.deepEqual(codes.toSorted(), [0, 1], results.map(({ stderr }) => stderr).join("\n"));
      const winner = codes.indexOf(0);
      assert.equal(await textOf(stage, FILE.path, FILE.newBranch), ["mine", "yours"][winner]);
      assert.match(results[1 - winner]!.stderr, /the branch 'note' already exists/);
    });

    await test.step("killed before the branch is made, nothing is to be seen; a rerun makes it", async () => {
      const file = { ...FILE, newBranch: "killed", content: "text" };
      const dead = Promise.withResolvers<string[]>();
      const child = person.start(["behavior", "run", "pulls", "commitFile", ...inputs(file)]);
      const output = child.output();
      stage.host.beforeNext("POST /repos/octocat/one/git/commits", async () => {
        dead.resolve(await killAll(person));
        await output;
      });
      const killed = (await dead.promise).join("\n");
      assert.match(killed, /\bgh api --method POST/);
      assert.equal((await output).signal, "SIGKILL");
      assert.equal(await stage.tip("one", "killed"), undefined);
      assert.equal((await run("pulls", "commitFile", file)).outcome, "created");
    });

    await test.step("the methods with a token work in both extensions", async () => {
      for (const repo of ["two", "three"]) await stage.push(repo, "port", { "a.txt": "a\n" });
      await run("small", "createPullRequest", {
        repo: "two",
        title: "t",
        head: "port",
        base: "main",
      });
      const { dataArtifacts } = await runOf(person, "pulls", "createPullRequestsAcrossRepos", {
        repos: '["two","three"]',
        title: "t",
        head: "port",
        base: "main",
      });
      assert.deepEqual(
        dataArtifacts.map(({ attributes }) => attributes.outcome),
        ["exists", "created"],
      );
    });

    await test.step("nothing that was written or printed holds the token", async () => {
      const found = await new Deno.Command("grep", {
        args: ["-rlF", TOKEN, person.home, person.work],
      })
        .output();
      assert.equal(new TextDecoder().decode(found.stdout), "");
    });
  },
};

const REPLACEMENT = {
  repo: "one",
  path: "conf.ini",
  pattern: "^port = (\\d+)$",
  replacement: "port = 80$1",
  newBranch: "port",
  commitMessage: "Listen elsewhere",
};

const FILE = { repo: "one", path: "note.txt", newBranch: "note", commitMessage: "Add a note" };

/** Arguments of a method for the command line. */
function inputs(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ["--input", `${name}=${value}`]);
}

interface RunOutput {
  dataArtifacts: { attributes: Record<string, unknown> }[];
}

async function runOf(
  person: Person,
  behavior: string,
  method: string,
  values: Readonly<Record<string, string>>,
): Promise<RunOutput> {
  const args = ["behavior", "run", behavior, method, ...inputs(values), "--json"];
  return JSON.parse(await person.ok(args));
}

/** Runs a method and gives the first document it wrote. */
function runnerOf(person: Person) {
  return async (behavior: string, method: string, values: Readonly<Record<string, string>>) =>
    (await runOf(person, behavior, method, values)).dataArtifacts[0]!.attributes;
}

async function textOf(stage: Stage, path: string, ref = "main"): Promise<string> {
  const { content } = await stage.on<{ content: string }>(
    "one",
    "GET",
    `/contents/${path}?ref=${ref}`,
  );
  return new TextDecoder().decode(Uint8Array.fromBase64(content));
}
