import assert from "node:assert/strict";
import { startSite } from "../../../extensions/repo-insight/testing/site.ts";
import type { Story } from "../story.ts";

const GITHUB = "@svc/github";

/** Family F, the extension of five types: each of them once, in the sandbox. */
export const githubTypes: Story = {
  name: "F: the five types of @svc/github read issues, members, pull requests, code and runs",
  needs: [],
  async run(world, test) {
    await using site = await startSite();
    await site.call("POST", "/issues", { title: "Leak in the parser" });
    await site.pull("fix");
    await using person = await world.consumer({ extensions: [GITHUB], env: site.env });
    const create = async (type: string, globals: Record<string, string>) => {
      const given = Object.entries(globals).flatMap(([name, value]) => [
        ...["--global-arg", `${name}=${value}`],
      ]);
      await person.ok(["behavior", "create", `${GITHUB}/${type}`, type, ...given]);
    };
    const token = "${{ env.GH_TOKEN }}";
    for (const type of ["issue", "member", "pull", "repo"]) {
      await create(type, { token, owner: "octocat", org: "acme" });
    }
    await create("pr-run", { owner: "octocat", repo: "site" });
    const run = async (type: string, method: string, inputs: object) => {
      const given = Object.entries(inputs).flatMap(([name, value]) => [
        ...["--input", `${name}=${value}`],
      ]);
      const result = await person.ok(["behavior", "run", type, method, ...given, "--json"]);
      return (JSON.parse(result).dataArtifacts as { name: string }[]).map(({ name }) => name);
    };

    for (
      const [type, method, inputs, names] of [
        ["issue", "search", { query: "leak", repo: "site" }, ["issue.octocat~site~1"]],
        ["member", "list", {}, ["member.acme~octocat"]],
        ["pull", "list", { repo: "site" }, ["pull.octocat~site~2"]],
        ["repo", "list", {}, ["repo.acme~tools"]],
      ] as const
    ) {
      await test.step(`${type}.${method}`, async () => {
        assert.deepEqual(await run(type, method, inputs), names);
      });
    }

    await test.step("repo.searchCode finds a file, and its document is named after the path", async () => {
      const [name] = await run("repo", "searchCode", { query: "site", repo: "site" });
      assert.match(name!, /^codeResult\.octocat~site~readme\.md-[0-9a-f]{8}$/);
    });

    await test.step("pr-run.watch ends with the runs of the head", async () => {
      const { head } = await site.call("GET", "/pulls/2") as { head: { sha: string } };
      site.host.actions.add("octocat/site", {
        workflow: "CI",
        title: "Fix",
        branch: "fix",
        sha: head.sha,
        event: "push",
        status: "completed",
        conclusion: "success",
        createdAt: new Date().toISOString(),
      });
      assert.deepEqual(await run("pr-run", "watch", { pr: 2 }), ["prRun.octocat~site~2"]);
      const data = await person.ok(["data", "get", "pr-run", "prRun.octocat~site~2", "--json"]);
      assert.equal(JSON.parse(data).content.state, "passed");
    });

    await test.step("what a stranger wrote is shown in the log without control characters", async () => {
      await site.callAsOther("POST", "/issues", { title: "Red \u001b[31malert" });
      const list = ["behavior", "run", "issue", "list", "--input", "repo=site"];
      const { code, stdout, stderr } = await person.svc(list);
      assert.equal(code, 0, stderr);
      assert.match(stdout + stderr, /octocat\/site +#3 +open +mallory +Red alert/);
      assert.ok(!(stdout + stderr).includes("\u001b"));
    });
  },
};
