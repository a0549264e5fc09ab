import assert from "node:assert/strict";
import { documentsOf, ledgerOf, startScene } from "../testing/scene.ts";

Deno.test("an open pull request is stored with its conversation, files and checks", async () => {
  await using scene = await startScene();
  const number = await scene.open("topic");
  await scene.asStranger("POST", `/issues/${number}/comments`, { body: "Looks good" });
  await scene.asStranger("POST", `/pulls/${number}/reviews`, { event: "APPROVE", body: "Fine" });
  const ledger = ledgerOf();
  const { error } = await scene.run(ledger, "sync_github_prs");
  assert.equal(error, undefined);
  const documents = documentsOf(ledger) as Record<string, Record<string, unknown>>;
  const snapshot = documents["prsnapshot.octocat~hello~1"]!;
  assert.deepEqual(
    [snapshot.state, snapshot.reviewDecision, snapshot.mergeConflict, snapshot.comments],
    ["open", "approved", false, 1],
  );
  assert.equal(typeof snapshot.lastConversationAt, "string");
  assert.equal(typeof snapshot.lastCodeChangeAt, "string");
  const { events } = documents["activityevent.octocat~hello~pr-1"]! as {
    events: { type: string; actor: string | null; visibility: string }[];
  };
  const told = events.map(({ type, actor, visibility }) => [type, actor, visibility]);
  // Within one second they stand by their ids.
  assert.deepEqual(told.toSorted(), [
    ["commented", "hubot", "public"],
    ["committed", null, "public"],
    ["reviewed", "hubot", "public"],
  ]);
  const sha12 = (snapshot.head as { sha: string }).sha.slice(0, 12);
  const files = documents[`prfilesnapshot.octocat~hello~1~${sha12}`]!;
  assert.deepEqual(files.files, [
    { path: "topic.md", previousPath: null, status: "added", additions: 1, deletions: 0 },
  ]);
  assert.equal(documents[`cistatussnapshot.octocat~hello~1~${sha12}`]!.state, "none");
});

Deno.test("what has not changed is not written again", async () => {
  await using scene = await startScene();
  await scene.open("topic");
  await scene.issue("A bug");
  const ledger = ledgerOf();
  for (const method of ["sync_github_prs", "sync_github_issues", "sync_github_repo"]) {
    const first = await scene.run(ledger, method);
    assert.ok(first.error === undefined && first.written.length > 0, method);
    const again = await scene.run(ledger, method);
    assert.deepEqual(again.written.map(({ name }) => name), [], method);
    assert.equal(again.error, undefined);
  }
});

Deno.test("lists that are left out keep what they told before", async () => {
  await using scene = await startScene();
  const number = await scene.open("topic");
  await scene.asStranger("POST", `/issues/${number}/comments`, { body: "Looks good" });
  await scene.asStranger("POST", `/pulls/${number}/reviews`, { event: "APPROVE", body: "Fine" });
  const ledger = ledgerOf();
  await scene.run(ledger, "sync_github_prs");
  const before = documentsOf(ledger);
  const { error, asked } = await scene.run(ledger, "sync_github_prs", {
    includeReviews: false,
    includeReviewComments: false,
    includeIssueComments: false,
    includeChecks: false,
    includeTimeline: false,
  });
  assert.equal(error, undefined);
  assert.equal(asked.length, 3);
  assert.deepEqual(documentsOf(ledger), before);
});

Deno.test("a comment that was deleted leaves the ledger when the conversation is read", async () => {
  await using scene = await startScene();
  const number = await scene.open("topic");
  const comment = await scene.on<{ id: number }>("POST", `/issues/${number}/comments`, {
    body: "Oops",
  });
  await scene.on("POST", `/issues/${number}/comments`, { body: "Better" });
  const ledger = ledgerOf();
  await scene.run(ledger, "sync_github_pr_by_number", { prNumber: number });
  const bodies = () =>
    (ledger.data.get(`activityevent.octocat~hello~pr-${number}`)!.events as { body: string }[])
      .map(({ body }) => body).sort();
  assert.deepEqual(bodies(), ["Better", "Change topic.md", "Oops"]);
  await scene.on("DELETE", `/issues/comments/${comment.id}`);
  await scene.run(ledger, "sync_github_pr_by_number", { prNumber: number });
  assert.deepEqual(bodies(), ["Better", "Change topic.md"]);
});

Deno.test("a pull request that was merged since is told as merged, not as open", async () => {
  await using scene = await startScene();
  const [merged, open] = [await scene.open("one"), await scene.open("two")];
  const ledger = ledgerOf();
  await scene.run(ledger, "sync_github_prs");
  await scene.on("PUT", `/pulls/${merged}/merge`, {});
  await scene.run(ledger, "sync_github_prs");
  const state = (number: number) => ledger.data.get(`prsnapshot.octocat~hello~${number}`)!.state;
  assert.deepEqual([state(merged), state(open)], ["merged", "open"]);
});

Deno.test("whatever is missing of token, owner and repo is named at once, and nothing is requested", async () => {
  await using scene = await startScene();
  const methods = [
    "sync_github_repo",
    "sync_github_file_inventory",
    "sync_github_fork_index",
    "sync_github_issues",
    "sync_github_prs",
    "sync_github_recent_activity",
    "sync_github_backfill",
  ];
  for (const method of methods) {
    const none = { githubToken: undefined, owner: undefined, repo: undefined };
    const { error, asked } = await scene.run(ledgerOf(), method, {}, none);
    assert.match(error!.message, /the behavior has no githubToken, owner, repo\./, method);
    assert.match(error!.message, /--global-arg 'githubToken=/);
    assert.equal(error!.code, "refused");
    assert.deepEqual(asked, []);
    const half = await scene.run(ledgerOf(), method, {}, { repo: undefined });
    assert.match(half.error!.message, /the behavior has no repo\./);
  }
});
