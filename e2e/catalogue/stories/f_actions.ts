import assert from "node:assert/strict";
import { markerOf } from "../../../extensions/platform/marker.ts";
import { REPO, type Site, startSite } from "../../../extensions/repo-insight/testing/site.ts";
import type { Person } from "../../process/svc.ts";
import type { Story } from "../story.ts";

const INSIGHT = "@svc/repo-insight";
const NAME = { owner: "octocat", repo: "site" };

/** Family F, approved actions: killed between intent and result, and run again. */
export const approvedActions: Story = {
  name: "F: an approved action that was killed is completed by the next run, and done once",
  needs: [],
  async run(world, test) {
    await using site = await startSite();
    await using person = await world.consumer({ extensions: [INSIGHT], env: site.env });
    await person.ok(["behavior", "create", INSIGHT, "insight"]);
    const insight = createInsight(person);

    await test.step("create_issue, killed after its call: one issue, found by the marker", async () => {
      const inputs = { title: "Down", body: "Since ten.", idempotencyKey: "create-after" };
      const kill = insight.killed("create_issue", inputs);
      site.host.afterNext(`POST /repos/${REPO}/issues`, kill.now);
      await kill.ended();
      assert.deepEqual(await insight.stages(), { intent: 1 });
      assert.equal(await insight.outcome("create_issue", inputs), "exists");
      assert.equal(await countOf(site, "/issues?state=all"), 1);
      assert.deepEqual(await insight.stages(), { done: 1 });
    });

    await test.step("create_issue, killed before its call took effect: one issue", async () => {
      const inputs = { title: "Slow", body: "Since ten.", idempotencyKey: "create-before" };
      const kill = insight.killed("create_issue", inputs);
      site.host.answerNext(`POST /repos/${REPO}/issues`, async () => {
        await kill.now();
        return new Response(null, { status: 502 });
      });
      await kill.ended();
      assert.equal(await countOf(site, "/issues?state=all"), 1);
      assert.equal(await insight.outcome("create_issue", inputs), "created");
      assert.equal(await countOf(site, "/issues?state=all"), 2);
    });

    await test.step("add_issue_comment, killed: one comment, whatever a stranger planted", async () => {
      const inputs = { number: 1, body: "Looking.", idempotencyKey: "comment-once" };
      const marker = markerOf("add_issue_comment", NAME, inputs.idempotencyKey);
      const planted = { body: `Looking.\n\n${marker}` };
      await site.callAsOther("POST", "/issues/1/comments", planted);
      const kill = insight.killed("add_issue_comment", inputs);
      site.host.afterNext(`POST /repos/${REPO}/issues/1/comments`, kill.now);
      await kill.ended();
      assert.equal(await insight.outcome("add_issue_comment", inputs), "exists");
      const comments = await site.call("GET", "/issues/1/comments") as {
        user: { login: string };
      }[];
      assert.deepEqual(comments.map(({ user }) => user.login), ["mallory", "octocat"]);
    });

    await test.step("close_issue, killed between its comment and the state: closed, one comment", async () => {
      const inputs = { number: 2, idempotencyKey: "close-once" };
      const kill = insight.killed("close_issue", inputs);
      site.host.answerNext(`PATCH /repos/${REPO}/issues/2`, async () => {
        await kill.now();
        return new Response(null, { status: 502 });
      });
      await kill.ended();
      assert.equal(await insight.outcome("close_issue", inputs), "updated");
      assert.equal(await countOf(site, "/issues/2/comments"), 1);
      const issue = await site.call("GET", "/issues/2") as { state: string };
      assert.equal(issue.state, "closed");
    });

    await test.step("retry_workflow_run, killed: one further attempt", async () => {
      const runId = site.host.actions.add(REPO, {
        workflow: "CI",
        title: "Broken",
        branch: "main",
        sha: "0".repeat(40),
        event: "push",
        status: "completed",
        conclusion: "failure",
        createdAt: new Date().toISOString(),
      });
      const inputs = { runId, idempotencyKey: "retry-once" };
      const kill = insight.killed("retry_workflow_run", inputs);
      site.host.afterNext(`POST /repos/${REPO}/actions`, kill.now);
      await kill.ended();
      assert.equal(await insight.outcome("retry_workflow_run", inputs), "exists");
      assert.equal(site.writes("/actions").length, 1);
    });

    await test.step("merge_pull_request, killed while it waits: one approval, and the merge is seen", async () => {
      const number = await site.pull("fix");
      const inputs = { number, idempotencyKey: "merge-once" };
      const kill = insight.killed("merge_pull_request", inputs);
      site.host.afterNext(`POST /repos/${REPO}/issues/${number}/comments`, kill.now);
      await kill.ended();
      // Somebody merges just before the next look: no wait is needed.
      site.host.afterNext(`GET /repos/${REPO}/issues/${number}/comments`, async () => {
        await site.callAsOther("PUT", `/pulls/${number}/merge`, {});
      });
      assert.equal(await insight.outcome("merge_pull_request", inputs), "updated");
      assert.equal(await countOf(site, `/issues/${number}/comments`), 1);
    });

    await test.step("watch_pr_checks ends when the head changes", async () => {
      const number = await site.pull("next");
      const before = await site.call("GET", `/pulls/${number}`) as { head: { sha: string } };
      const head_sha = before.head.sha;
      await site.call("POST", "/check-runs", { name: "test", head_sha, status: "in_progress" });
      site.host.beforeNext(`GET /repos/${REPO}/commits/${head_sha}/check-runs`, async () => {
        await site.push("next");
      });
      const { watch, headSha } = await insight.run("watch_pr_checks", { number });
      assert.equal((watch as { result: string }).result, "head-moved");
      assert.notEqual(headSha, head_sha);
    });

    await test.step("get_issue_context and get_workflow_run need no more than what was granted", async () => {
      assert.equal((await insight.run("get_issue_context", { number: 1 })).title, "Down");
      const { run } = await insight.run("get_workflow_run", { runId: 1 });
      assert.equal((run as { attempt: number }).attempt, 2);
    });
  },
};

const countOf = async (site: Site, path: string) =>
  (await site.call("GET", path) as unknown[]).length;

/** The behavior as its person drives it. */
function createInsight(person: Person) {
  const command = (method: string, inputs: object) => [
    ...["behavior", "run", "insight", method, "--json", "--input", `repo=${REPO}`],
    ...Object.entries(inputs).flatMap(([name, value]) => ["--input", `${name}=${value}`]),
  ];
  const run = async (method: string, inputs: object): Promise<Record<string, unknown>> => {
    const { dataArtifacts } = JSON.parse(await person.ok(command(method, inputs)));
    // The intent is an earlier version of the same.
    return dataArtifacts.at(-1).attributes;
  };
  return {
    run,
    outcome: async (method: string, inputs: object) => (await run(method, inputs)).outcome,
    /** Starts a run that {@link now} kills, from outside and without any warning. */
    killed(method: string, inputs: object) {
      const child = person.start(command(method, inputs));
      const output = child.output();
      return {
        async now() {
          child.kill("SIGKILL");
          await child.status;
        },
        async ended() {
          const { signal, stderr } = await output;
          assert.equal(signal, "SIGKILL", new TextDecoder().decode(stderr));
        },
      };
    },
    /** How many actions are at which stage. */
    async stages(): Promise<Record<string, number>> {
      const query = ["data", "query", 'specName == "triageAction"', "--select", "attributes.stage"];
      const { results } = JSON.parse(await person.ok([...query, "--json"]));
      const stages = results as string[];
      return Object.fromEntries(
        Object.entries(Object.groupBy(stages, (stage) => stage))
          .map(([stage, ones]) => [stage, ones!.length]),
      );
    },
  };
}
