import assert from "node:assert/strict";
import { type Ledger, ledgerOf, startScene } from "../testing/scene.ts";

const REPO = "octocat/hello";
const pr = (ledger: Ledger, number: number) =>
  ledger.data.get(`prsnapshot.octocat~hello~${number}`)!;

Deno.test("a pull request is read by its number whatever its state, and an absent one fails", async () => {
  await using scene = await startScene();
  const [merged, closed] = [await scene.open("one"), await scene.open("two")];
  await scene.on("PUT", `/pulls/${merged}/merge`, {});
  await scene.on("PATCH", `/pulls/${closed}`, { state: "closed" });
  const ledger = ledgerOf();
  for (const [prNumber, state] of [[merged, "merged"], [closed, "closed"]] as const) {
    const { error } = await scene.run(ledger, "sync_github_pr_by_number", { prNumber });
    assert.equal(error, undefined);
    assert.equal(pr(ledger, prNumber).state, state);
  }
  const absent = await scene.run(ledger, "sync_github_pr_by_number", { prNumber: 99 });
  assert.equal(absent.error!.code, "not_found");
  assert.match(absent.error!.message, /the pull request octocat\/hello#99/);
  assert.deepEqual(absent.written, []);
});

Deno.test("a part that cannot be read fails the run by name, and everything else is kept", async () => {
  await using scene = await startScene();
  const [one, two] = [await scene.open("one"), await scene.open("two")];
  const { sha } = (await scene.on<{ head: { sha: string } }>("GET", `/pulls/${one}`)).head;
  scene.stage.host.failNext(`/repos/octocat/hello/commits/${sha}/check-runs`, 403, {
    message: "Resource not accessible by personal access token",
  });
  const ledger = ledgerOf();
  const { error } = await scene.run(ledger, "sync_github_prs");
  assert.equal(error!.code, "forbidden");
  assert.match(error!.message, /1 of 2 failed/);
  assert.match(
    error!.message,
    new RegExp(`#${one} \\(forbidden\\): the checks of octocat/hello#${one}`),
  );
  assert.deepEqual([pr(ledger, one).state, pr(ledger, two).state], ["open", "open"]);
  const checks = ledger.data.get(`cistatussnapshot.octocat~hello~${one}~${sha.slice(0, 12)}`)!;
  assert.equal(checks.state, "unknown", "not read is not passed");
});

Deno.test("a force push is seen as a change of code, with the new head's files beside the old one's", async () => {
  await using scene = await startScene();
  const { host } = scene.stage;
  host.clock.set("2026-11-01T00:00:00Z");
  const number = await scene.open("topic");
  const ledger = ledgerOf();
  await scene.run(ledger, "sync_github_prs");
  const before = pr(ledger, number);
  host.clock.set("2026-11-05T00:00:00Z");
  await host.upstream.forcePush(REPO, "topic");
  await scene.on("GET", `/pulls/${number}`);
  await scene.run(ledger, "sync_github_prs");
  const after = pr(ledger, number);
  const sha = ({ head }: Record<string, unknown>) => (head as { sha: string }).sha;
  assert.notEqual(sha(after), sha(before));
  assert.ok(String(after.lastCodeChangeAt) > String(before.lastCodeChangeAt));
  for (const one of [before, after]) {
    assert.ok(ledger.data.has(`prfilesnapshot.octocat~hello~${number}~${sha(one).slice(0, 12)}`));
  }
});

Deno.test("a conflict is told, and what GitHub has not worked out yet is asked for again", async () => {
  await using scene = await startScene();
  const number = await scene.open("topic", { "README.md": "mine\n" });
  await scene.stage.push("hello", "main", { "README.md": "theirs\n" });
  const ledger = ledgerOf();
  await scene.run(ledger, "sync_github_prs");
  assert.equal(pr(ledger, number).mergeConflict, true);

  const answer = await scene.on("GET", `/pulls/${number}`);
  const unknown = () => Response.json({ ...answer, mergeable: null, mergeable_state: "unknown" });
  scene.stage.host.answerNext(`/repos/octocat/hello/pulls/${number}`, unknown);
  const asked = await scene.run(ledger, "sync_github_pr_by_number", { prNumber: number });
  assert.equal(asked.error, undefined);
  assert.equal(pr(ledger, number).mergeConflict, true);
  assert.equal(asked.asked.filter((path) => path.endsWith(`/pulls/${number}`)).length, 2);
});

Deno.test("bots and the clocks of committers count for nothing in the times of a pull request", async () => {
  await using scene = await startScene();
  const { host } = scene.stage;
  host.clock.set("2026-11-01T00:00:00Z");
  const number = await scene.open("topic");
  host.clock.set("2026-11-02T00:00:00Z");
  host.upstream.commentAs("hubot", REPO, number, "I have a question");
  host.clock.set("2026-11-03T00:00:00Z");
  host.upstream.addPerson("renovate[bot]", "Bot");
  host.upstream.commentAs("renovate[bot]", REPO, number, "Beep");
  const ledger = ledgerOf();
  host.afterNext(`/repos/octocat/hello/issues/${number}/timeline`, () => {});
  await scene.run(ledger, "sync_github_prs");
  assert.equal(pr(ledger, number).lastConversationAt, "2026-11-02T00:00:00Z");
  const timeline = await scene.on<Record<string, unknown>[]>("GET", `/issues/${number}/timeline`);
  const future = timeline.map((item) =>
    item.event === "committed"
      ? { ...item, committer: { ...item.committer as object, date: "2099-01-01T00:00:00Z" } }
      : item
  );
  host.answerNext(`/repos/octocat/hello/issues/${number}/timeline`, () => Response.json(future));
  await scene.run(ledger, "sync_github_prs");
  assert.equal(pr(ledger, number).lastCodeChangeAt, pr(ledger, number).updatedAt);
});

Deno.test("a diff is kept as a file with an index, once a head", async () => {
  await using scene = await startScene();
  const number = await scene.open("topic", { "a.md": "hello\u202e \u001b[31m\n" });
  const ledger = ledgerOf();
  const args = { includePatchArtifacts: true };
  const { error } = await scene.run(ledger, "sync_github_prs", args);
  assert.equal(error, undefined);
  const [name] = [...ledger.files.keys()];
  const file = ledger.files.get(name!)!;
  const text = new TextDecoder().decode(file.bytes);
  assert.match(text, /^diff --git a\/a\.md b\/a\.md\n/);
  assert.ok(text.includes("+hello\u202e \u001b[31m"));
  const index = [...ledger.data.values()].find(({ file }) => file === name)!;
  assert.deepEqual([index.contentType, index.subjectType, index.number], [
    "text/x-diff",
    "pr",
    number,
  ]);
  const again = await scene.run(ledger, "sync_github_prs", args);
  assert.deepEqual(again.written, []);
});

Deno.test("a diff that GitHub does not give is told in the log, and the pull request is read", async () => {
  await using scene = await startScene();
  const number = await scene.open("topic");
  const path = `/repos/octocat/hello/pulls/${number}`;
  const answers = await Promise.all(["", "/reviews", "/files"].map(async (rest) => ({
    rest,
    answer: await scene.on<object>("GET", `/pulls/${number}${rest}`),
  })));
  for (const { rest, answer } of answers) {
    scene.stage.host.answerNext(path + rest, () => Response.json(answer));
  }
  scene.stage.host.failNext(path, 406, { message: "Sorry, the diff exceeded the maximum" });
  const ledger = ledgerOf();
  const args = { prNumber: number, includePatchArtifacts: true };
  const { error, log } = await scene.run(ledger, "sync_github_pr_by_number", args);
  assert.equal(error, undefined);
  assert.ok(log.some((line) => line === `the diff of #${number} is too large to keep: use git`));
  assert.equal(pr(ledger, number).state, "open");
  scene.stage.host.violations.length = 0;
});

Deno.test("a pull request of a deleted fork and a deleted account is read", async () => {
  await using scene = await startScene();
  const number = await scene.open("topic");
  const pull = await scene.on("GET", `/pulls/${number}`) as Record<string, object>;
  const orphan = { ...pull, user: null, head: { ...pull.head, repo: null, user: null } };
  scene.stage.host.answerNext(`/repos/octocat/hello/pulls/${number}`, () => Response.json(orphan));
  const ledger = ledgerOf();
  const { error } = await scene.run(ledger, "sync_github_pr_by_number", { prNumber: number });
  assert.equal(error, undefined);
  const { author, head } = pr(ledger, number) as { author: unknown; head: { repo: unknown } };
  assert.deepEqual([author, head.repo], [null, null]);
  scene.stage.host.violations.length = 0;
});
