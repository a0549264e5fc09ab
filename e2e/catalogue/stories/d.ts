import assert from "node:assert/strict";
import { startStage } from "../../../extensions/testing/stage.ts";
import type { Story } from "../story.ts";

const RELEASES = "@svc/github-releases";

/** Family D: releases are made with the real gh, each of them once. */
export const releases: Story = {
  name: "D: a release is made once, in one repository and in several, with the login of gh",
  needs: ["gh"],
  async run(world, test) {
    await using stage = await startStage("one", "two", "drafted");
    await stage.on("drafted", "POST", "/releases", { tag_name: "v1", draft: true });
    await using person = await world.consumer({ extensions: [RELEASES], env: stage.gh });
    await person.ok(["behavior", "create", RELEASES, "releases"]);
    const run = async (method: string, repo: string) => {
      const inputs = ["--input", `repo=${repo}`, "--input", "tagName=v1", "--json"];
      const result = await person.svc(["behavior", "run", "releases", method, ...inputs]);
      return { ...result, outcomes: outcomesOf(result.stdout) };
    };

    await test.step("a release of a new tag, whose answer is lost, is found", async () => {
      stage.host.loseNext("POST /repos/octocat/one/releases");
      const { code, outcomes, stderr } = await run("createRelease", "octocat/one");
      assert.deepEqual([code, outcomes], [0, ["exists"]], stderr);
      const item = "release.octocat~one~v1";
      const data = JSON.parse(await person.ok(["data", "get", "releases", item, "--json"]));
      assert.match(
        JSON.stringify(data),
        new RegExp(`"targetSha":"${await stage.tip("one", "main")}"`),
      );
    });

    await test.step("several repositories: what fails is recorded and named, the rest is done", async () => {
      const repos = ["one", "two", "drafted", "absent"].map((name) => `octocat/${name}`);
      const { code, stderr } = await run(
        "createReleasesAcrossRepos",
        JSON.stringify(repos),
      );
      assert.equal(code, 1);
      assert.match(
        JSON.parse(stderr).error,
        /^createReleasesAcrossRepos failed: 1 of 4 failed.*\n {2}octocat\/absent \(not_found\)/,
      );
      for (const repo of ["one", "two", "drafted"]) {
        assert.equal((await stage.on<unknown[]>(repo, "GET", "/releases")).length, 1, repo);
      }
    });
  },
};

function outcomesOf(stdout: string): unknown[] {
  const { dataArtifacts = [] } = JSON.parse(stdout || "{}") as {
    dataArtifacts?: { attributes: { outcome: unknown } }[];
  };
  return dataArtifacts.map(({ attributes }) => attributes.outcome);
}
