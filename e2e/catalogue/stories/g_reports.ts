import assert from "node:assert/strict";
import { type CodeHost, startCodeHost } from "@svc/fakes/codehost";
import type { Person } from "../../process/svc.ts";
import type { Story } from "../story.ts";

const AUTHOR = "fake-token-of-octocat";
const REVIEWER = "fake-token-of-hubot";
const REPO = "octocat/app";
const MIRROR = "@svc/github-local-mirror";

/** Family G, reports: what waits for a review, the context of one pull request, how the mirror stands. */
export const mirrorReports: Story = {
  name: "G: reports on a mirror say what waits for whom, from stored data alone",
  needs: [],
  async run(world, test) {
    await using host = await startCodeHost({
      tokens: { [AUTHOR]: "octocat", [REVIEWER]: "hubot" },
      repositories: [{ owner: "octocat", name: "app" }],
    });
    const numbers = await fill(host);
    await using person = await world.consumer({
      extensions: [MIRROR],
      env: { GH_TOKEN: AUTHOR },
    });
    await person.ok([
      ...["behavior", "create", MIRROR, "mirror"],
      ...globalArgs({
        owner: "octocat",
        repo: "app",
        gitObjectPath: "mirror/objects.git",
        workspaceRoot: "mirror/worktrees",
        artifactRoot: "mirror/artifacts",
        gitRemoteUrl: `${host.url}/${REPO}.git`,
        githubToken: "${{ env.GH_TOKEN }}",
        reviewerHandles: '["hubot"]',
      }),
    ]);

    await test.step("after a sync every open pull request is in one bucket", async () => {
      const { code, stderr } = await run(person, "sync", { requireComplete: "true" });
      assert.equal(code, 0, stderr);
      const queue = await json(person, "review-queue");
      assert.deepEqual(queue.broken, []);
      assert.deepEqual(bucketsOf(queue), {
        requested: [numbers.asked],
        draft: [numbers.draft],
        "waiting on author": [numbers.changes],
        "merge check": [numbers.approved],
        unassigned: [numbers.hostile],
      });
      assert.deepEqual(queue.buckets.requested[0].own, ["hubot"]);
      const status = await json(person, "mirror-status");
      assert.equal(status.state.complete, true);
      assert.equal(status.state.counts.openPrs, 5);
      assert.equal(status.runs.length, 1);
    });

    await test.step("a title that is made to do harm is text in what a person reads", async () => {
      const page = await markdown(person, "review-queue");
      assert.match(page, /\\<script\\>/);
      assert.doesNotMatch(page, /@everyone|<script>/);
      // deno-lint-ignore no-control-regex
      assert.doesNotMatch(await shown(person, "review-queue"), /[\u0007\u001b]/);
    });

    const head = await headOf(host, numbers.changes);
    await test.step("the context of a pull request has its issue, its files and its readiness", async () => {
      const prepared = await run(person, "prepare_worktree", { prNumber: `${numbers.changes}` });
      assert.equal(prepared.code, 0, prepared.stderr);
      const chosen = { subjectType: "pr", number: `${numbers.changes}` };
      const { code, stderr } = await run(person, "prepare_review_context", chosen);
      assert.equal(code, 0, stderr);
      const context = await json(person, "context");
      assert.equal(context.subject.headSha, head);
      assert.equal(context.readiness.verdict, "Not Ready");
      assert.deepEqual(
        context.cluster.map(({ number, subjectType }: Member) => [number, subjectType]),
        [[numbers.issue, "issue"]],
      );
      assert.deepEqual(context.files.files.map(({ path }: { path: string }) => path), [
        "changes.txt",
      ]);
      assert.equal(context.worktrees.length, 1);
      assert.deepEqual(context.broken, []);
    });

    await test.step("an analysis is kept when all it refers to exists at the current head", async () => {
      const refused = await record(person, numbers.changes, head, ["changes.txt:1", "gone.txt:1"]);
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /do not exist at that head: 'gone\.txt:1'/);
      const kept = await record(person, numbers.changes, head, ["changes.txt:1", head]);
      assert.equal(kept.code, 0, kept.stderr);
      assert.deepEqual((await json(person, "context")).evidence.evidenceRefs, [
        "changes.txt:1",
        head,
      ]);
    });

    await test.step("after a push it is to be reviewed again, and the analysis does not count", async () => {
      await write(host, "changes.txt", "two\n", "changes");
      const { code, stderr } = await run(person, "sync", { requireComplete: "true" });
      assert.equal(code, 0, stderr);
      const queue = await json(person, "review-queue");
      assert.deepEqual(
        queue.buckets["re-review"].map(({ number }: { number: number }) => number),
        [numbers.changes],
      );
      const context = await json(person, "context");
      assert.equal(context.chosenBy, "selection");
      assert.deepEqual([context.evidence, context.earlierHeads], [null, 1]);
      assert.equal(context.worktrees[0].stale, true);
      const late = await record(person, numbers.changes, head, []);
      assert.equal(late.code, 1);
      assert.match(late.stderr, /its current head is/);
    });

    await test.step("a report made later asks nobody", async () => {
      const before = host.received.length;
      for (const name of ["review-queue", "context", "mirror-status"]) {
        await person.ok(["report", "run", `${MIRROR}/${name}`, "mirror"]);
      }
      assert.equal(host.received.length, before);
    });
  },
};

interface Member {
  number: number;
  subjectType: string;
}

/** Five open pull requests, one of each kind, and an issue that one of them closes. */
async function fill(host: CodeHost) {
  const call = (path: string, body: object, token = AUTHOR) =>
    host.call(token, "POST", `/repos/${REPO}${path}`, body) as Promise<{ number: number }>;
  const { number: issue } = await call("/issues", { title: "It is broken" });
  const open = async (branch: string, more: object = {}) => {
    const { object } = await host.call(AUTHOR, "GET", `/repos/${REPO}/git/ref/heads/main`) as {
      object: { sha: string };
    };
    await call("/git/refs", { ref: `refs/heads/${branch}`, sha: object.sha });
    await write(host, `${branch}.txt`, "one\n", branch);
    const pull = { title: `Change ${branch}`, head: branch, base: "main", ...more };
    return (await call("/pulls", pull)).number;
  };
  const asked = await open("asked");
  await call(`/pulls/${asked}/requested_reviewers`, { reviewers: ["hubot"] });
  const draft = await open("draft", { draft: true });
  const approved = await open("approved");
  await call(`/pulls/${approved}/reviews`, { event: "APPROVE" }, REVIEWER);
  const changes = await open("changes", { body: `Closes #${issue}` });
  await call(`/pulls/${changes}/reviews`, { event: "REQUEST_CHANGES", body: "Not yet" }, REVIEWER);
  const title = "<script>alert(1)</script> @everyone \u001b]8;;https://evil.example\u0007x | y";
  const hostile = await open("hostile", { title });
  return { issue, asked, draft, approved, changes, hostile };
}

async function write(host: CodeHost, path: string, content: string, branch: string): Promise<void> {
  const at = `/repos/${REPO}/contents/${path}`;
  const before = await host.call(AUTHOR, "GET", `${at}?ref=${branch}`)
    .catch(() => ({})) as { sha?: string };
  const sha = before.sha === undefined ? {} : { sha: before.sha };
  await host.call(AUTHOR, "PUT", at, { message: path, content: btoa(content), branch, ...sha });
}

async function headOf(host: CodeHost, number: number): Promise<string> {
  const pull = await host.call(AUTHOR, "GET", `/repos/${REPO}/pulls/${number}`);
  return (pull as { head: { sha: string } }).head.sha;
}

function globalArgs(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ["--global-arg", `${name}=${value}`]);
}

function run(person: Person, method: string, inputs: Record<string, string> = {}) {
  const given = Object.entries(inputs).flatMap(([name, value]) => ["--input", `${name}=${value}`]);
  return person.svc(["behavior", "run", "mirror", method, ...given]);
}

function record(person: Person, number: number, headSha: string, refs: readonly string[]) {
  return run(person, "record_pr_analysis", {
    prNumber: `${number}`,
    headSha,
    generator: "story",
    codePathWalkthrough: "It begins here.",
    reviewAttentionMap: "Look there.",
    evidenceRefs: JSON.stringify(refs),
  });
}

// deno-lint-ignore no-explicit-any -- reports of several shapes, looked at field by field
async function json(person: Person, name: string): Promise<any> {
  return JSON.parse(await person.ok(["report", "get", `${MIRROR}/${name}`, "--json"])).json;
}

function markdown(person: Person, name: string): Promise<string> {
  return person.ok(["report", "get", `${MIRROR}/${name}`, "--markdown"]);
}

function shown(person: Person, name: string): Promise<string> {
  return person.ok(["report", "get", `${MIRROR}/${name}`]);
}

/** The numbers in each bucket that has any. */
function bucketsOf(queue: { buckets: Record<string, { number: number }[]> }) {
  return Object.fromEntries(
    Object.entries(queue.buckets)
      .filter(([, items]) => items.length > 0)
      .map(([bucket, items]) => [bucket, items.map(({ number }) => number)]),
  );
}
