import assert from "node:assert/strict";
import {
  eventDocument,
  newEvent,
  newEvidence,
  newIssue,
  newPr,
  newReferences,
  newSelection,
  newState,
  newWorktree,
  prDocuments,
  REPO,
  reportContext,
  shaOf,
  type Stored,
  stored,
  SYNCED,
} from "../../testing/stored.ts";
import { report } from "../context.ts";

type Options = Parameters<typeof reportContext>[1];
const make = (documents: readonly Stored[], options?: Options) =>
  report.execute(reportContext(documents, options));

const issue = (number: number, change = {}) =>
  stored("issueSnapshot", [String(number)], newIssue(number, change));

Deno.test("it is about what the method is about, or else about what was chosen last", async () => {
  const documents = [...prDocuments(newPr(1)), ...prDocuments(newPr(2)), issue(3)];
  const about = async (methodArgs: Record<string, unknown>, more: readonly Stored[] = []) => {
    const { json } = await make([...documents, ...more], { methodArgs });
    return [json.subject?.subjectType, json.subject?.number, json.chosenBy];
  };
  assert.deepEqual(await about({ subjectType: "issue", number: 3 }), ["issue", 3, "arguments"]);
  assert.deepEqual(await about({ subjectType: "pr", number: "1" }), ["pr", 1, "arguments"]);
  assert.deepEqual(await about({ prNumber: 2 }), ["pr", 2, "arguments"]);
  const selection = newSelection("pr", 2);
  assert.deepEqual(await about({ budgetSeconds: 60 }, [selection]), ["pr", 2, "selection"]);
  assert.deepEqual(await about({ number: "${{ x }}" }, [selection]), ["pr", 2, "selection"]);
  assert.deepEqual(await about({}), [undefined, undefined, null]);
});

Deno.test("without a choice it says which method chooses; what is not stored is said", async () => {
  const nothing = await make([newState()]);
  assert.match(nothing.markdown, /Nothing is chosen yet\. Run `prepare_review_context`/);
  const absent = await make([newState()], { methodArgs: { prNumber: 7 } });
  assert.match(absent.markdown, /Pull request \\#\u200b7 is not in the mirror\. Run `sync`/);
  assert.equal(absent.json.subject, null);
});

Deno.test("subjects that belong together are found by references both ways", async () => {
  const { json, markdown } = await make([
    ...prDocuments(newPr(1)),
    ...prDocuments(newPr(4, { title: "Another way" })),
    issue(2, { title: "It is broken" }),
    newReferences("pr", 1, [[2, "closing"], ["other/repo#9", "text"]], [["issue", 5, "text"]]),
    newReferences("issue", 2, [], [["pr", 1, "closing"], ["pr", 4, "closing"]]),
    newReferences("pr", 4, [[2, "closing"]]),
    newReferences("issue", 5, [[1, "text"]]),
    newReferences("issue", 8, [["other/repo#1", "text"]]),
  ], { methodArgs: { prNumber: 1 } });
  const members = json.cluster.map(({ number, title, distance }) => [number, title, distance]);
  assert.deepEqual(members, [[2, "It is broken", 1], [5, null, 1], [4, "Another way", 2]]);
  assert.deepEqual(json.external, [{ target: "other/repo#9", relationship: "text" }]);
  assert.match(markdown, /\| Issue \[\\#\u200b2\]\(.*\) \| It is broken \| open \|/);
  assert.match(markdown, /not in the mirror/);
});

const HEAD = shaOf(1);

const revision = (headSha: string, kind: string, observedAt: string) =>
  stored("prRevision", ["1", headSha.slice(0, 12)], {
    repo: REPO,
    number: 1,
    headSha,
    baseSha: null,
    mergeBase: null,
    previousHeadSha: kind === "opened" ? null : shaOf("e"),
    kind,
    observedAt,
    patchPath: null,
  });

const commits = stored("prCommit", ["1", HEAD.slice(0, 12)], {
  repo: REPO,
  number: 1,
  headSha: HEAD,
  part: 1,
  parts: 1,
  truncated: false,
  commits: [{
    sha: HEAD,
    parents: [],
    author: { name: "Ann", email: "ann@example.com" },
    authoredAt: "2026-11-20T02:00:00Z",
    committedAt: "2026-11-20T02:00:00Z",
    message: "Change it\n\nat length",
  }],
});

const conversation = eventDocument("pr", 1, [
  newEvent({ at: "2026-11-20T01:00:00Z", body: "First" }),
  newEvent({ type: "committed", at: "2026-11-20T02:00:00Z", sha: HEAD }),
  newEvent({ at: "2026-11-20T04:00:00Z", body: "Last" }),
]);

Deno.test("the timeline tells of pushes as they were seen, or of commits", async () => {
  const documents = [
    ...prDocuments(newPr(1)),
    conversation,
    commits,
    revision(shaOf("e"), "opened", "2026-11-20T00:00:00Z"),
    revision(HEAD, "force-pushed", "2026-11-20T03:00:00Z"),
  ];
  const types = async (timelineCodeGranularity: string) => {
    const options = { methodArgs: { prNumber: 1 }, globalArgs: { timelineCodeGranularity } };
    const { json } = await make(documents, options);
    return json.timeline.map(({ type, text }) => text === "" ? type : `${type}: ${text}`);
  };
  assert.deepEqual(await types("observed-push"), [
    "opened",
    "commented: First",
    "force-pushed: from 00000000000e",
    "commented: Last",
  ]);
  assert.deepEqual(await types("commit"), [
    "commented: First",
    "commit: Change it",
    "commented: Last",
  ]);
});

Deno.test("what a fetch found is shown as seen: the pull request may be years older", async () => {
  const documents = [
    ...prDocuments(newPr(1)),
    revision(shaOf("e"), "opened", "2026-11-20T00:00:00Z"),
    revision(HEAD, "force-pushed", "2026-11-20T03:00:00Z"),
  ];
  const { markdown } = await make(documents, { methodArgs: { prNumber: 1 } });
  assert.match(markdown, /00:00:00Z \| first head seen \|/);
  assert.match(markdown, /03:00:00Z \| force push seen \|/);
  assert.doesNotMatch(markdown, /Z \| opened \|/);
});

Deno.test("of a long timeline the newest 200 are shown and the earlier ones counted", async () => {
  const events = Array.from(
    { length: 230 },
    (_, n) =>
      newEvent({
        id: `${n}`,
        at: new Date(Date.UTC(2026, 0, 1) + n).toISOString(),
        body: `say ${n}`,
      }),
  );
  const { json, markdown } = await make(
    [...prDocuments(newPr(1)), eventDocument("pr", 1, events)],
    { methodArgs: { prNumber: 1 } },
  );
  assert.equal(json.timeline.length, 230);
  assert.match(markdown, /^\+30 earlier$/m);
  assert.doesNotMatch(markdown, /say 29 /);
  assert.match(markdown, /say 30 /);
  assert.match(markdown, /say 229 /);
});

Deno.test("a missing part of the conversation is said", async () => {
  const { json, markdown } = await make(
    [...prDocuments(newPr(1)), eventDocument("pr", 1, [newEvent({ at: SYNCED })], [1, 2])],
    { methodArgs: { prNumber: 1 } },
  );
  assert.equal(json.timelineComplete, false);
  assert.equal(json.readiness!.verdict, "Unknown");
  assert.match(markdown, /The conversation is incomplete\./);
});

Deno.test("evidence counts for the current head only", async () => {
  const evidence = [newEvidence(1, HEAD), newEvidence(1, shaOf("e")), newEvidence(12, HEAD)];
  const documents = [...prDocuments(newPr(1)), ...evidence];
  const now = await make(documents, { methodArgs: { prNumber: 1 } });
  assert.equal(now.json.evidence!.headSha, HEAD);
  assert.equal(now.json.earlierHeads, 1);
  assert.match(now.markdown, /It begins in `main`\./);
  const moved = await make(
    [...prDocuments(newPr(1), { headSha: shaOf("d") }), ...evidence],
    { methodArgs: { prNumber: 1 } },
  );
  assert.equal(moved.json.evidence, null);
  assert.equal(moved.json.earlierHeads, 2);
  assert.doesNotMatch(moved.markdown, /It begins/);
});

Deno.test("files of the current head are counted over all parts", async () => {
  const part = (part: number, path: string) =>
    stored("prFileSnapshot", ["1", HEAD.slice(0, 12), ...part === 1 ? [] : [String(part)]], {
      repo: REPO,
      number: 1,
      headSha: HEAD,
      mergeBase: null,
      part,
      parts: 2,
      truncated: false,
      files: [{
        path,
        base64: false,
        previousPath: null,
        status: "modified",
        additions: 2,
        deletions: 1,
        binary: false,
        mode: "100644",
      }],
    });
  const about = { methodArgs: { prNumber: 1 } };
  const { json } = await make([...prDocuments(newPr(1)), part(1, "a"), part(2, "b")], about);
  assert.deepEqual(json.files!.files.map(({ path }) => path), ["a", "b"]);
  assert.deepEqual([json.files!.additions, json.files!.complete], [4, true]);
  const cut = await make([...prDocuments(newPr(1)), part(1, "a")], about);
  assert.equal(cut.json.files!.complete, false);
  assert.match(cut.markdown, /There are more, which are not stored\./);
});

Deno.test("an issue has its readiness and conversation, and nothing of code", async () => {
  const { json, markdown } = await make([
    issue(3, { labels: ["needs-info"] }),
    eventDocument("issue", 3, [newEvent({ at: SYNCED, body: "Why?" })]),
    newWorktree("pr-3", { prNumber: 3 }),
  ], { methodArgs: { subjectType: "issue", number: 3 } });
  assert.equal(json.readiness!.verdict, "Not Ready");
  assert.deepEqual([json.files, json.evidence, json.worktrees], [null, null, []]);
  assert.match(markdown, /^# Issue \\#\u200b3: Change 3$/m);
  assert.doesNotMatch(markdown, /## Files/);
});

Deno.test("worktrees of the pull request are shown, others are not", async () => {
  const { json } = await make([
    ...prDocuments(newPr(1)),
    newWorktree("pr-1", { prNumber: 1 }),
    newWorktree("pr-2", { prNumber: 2 }),
  ], { methodArgs: { prNumber: 1 } });
  assert.deepEqual(json.worktrees.map(({ worktreeId }) => worktreeId), ["pr-1"]);
});

Deno.test("broken documents are listed, and the rest is shown", async () => {
  const { json, markdown } = await make([
    ...prDocuments(newPr(1)),
    stored("subjectReference", ["pr-1"], { nonsense: true }),
    stored("reviewSelection", [], { number: "one" }),
    stored("activityEvent", ["pr-1"], {}),
  ], { methodArgs: { prNumber: 1 } });
  assert.equal(json.subject!.number, 1);
  assert.deepEqual(json.broken.map(({ name }) => name.split(".")[0]), [
    "activityevent",
    "subjectreference",
    "activityevent",
  ]);
  assert.match(markdown, /## Not readable/);
});
