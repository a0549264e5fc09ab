import assert from "node:assert/strict";
import {
  commentEvent,
  numberOf,
  readComment,
  readReviewComment,
  reviewCommentEvent,
  reviewEvent,
} from "./events.ts";
import { isPull, issueSnapshot, lightPr, readIssue } from "./from_api.ts";
import { fullPr, pendingReviewers, readPull } from "./from_api.ts";
import { issueSnapshotSchema } from "./snapshots.ts";
import { prSnapshotSchema } from "./snapshots.ts";
import { readReview } from "./reviews.ts";
import { timelineEvent } from "./timeline.ts";

const READING = { repo: "octocat/hello", fetchedAt: "2026-11-02T00:00:00Z" };
const T = "2026-11-01T00:00:00Z";
const ISSUE = {
  number: 7,
  title: "A title",
  body: "A body",
  state: "open",
  user: { login: "ann", type: "User" },
  labels: ["bug", { name: "later" }, { name: null }],
  assignees: [{ login: "bob" }],
  milestone: { title: "1.0" },
  locked: false,
  comments: 2,
  html_url: "https://github.com/octocat/hello/issues/7",
  created_at: T,
  updated_at: T,
  closed_at: null,
};
const SHA = "a".repeat(40);
const PULL = {
  ...ISSUE,
  head: { ref: "topic", sha: SHA, repo: null },
  base: { ref: "main", sha: SHA, repo: { full_name: "octocat/hello" } },
  requested_reviewers: [{ login: "cid" }],
  requested_teams: [{ slug: "core" }],
  mergeable: null,
  additions: 3,
};

Deno.test("an issue of a list becomes a snapshot that fits its schema", () => {
  const issue = readIssue(ISSUE);
  const snapshot = issueSnapshot(issue, READING);
  assert.equal(isPull(issue), false);
  assert.deepEqual(issueSnapshotSchema.parse(snapshot), snapshot);
  assert.deepEqual(snapshot.labels, ["bug", "later"]);
  assert.deepEqual([snapshot.author, snapshot.authorType], ["ann", "user"]);
});

Deno.test("a pull request of a list is light, and merged when it has a time of merging", () => {
  const light = (pull_request: object) =>
    lightPr(readIssue({ ...ISSUE, state: "closed", pull_request }), READING);
  assert.deepEqual(prSnapshotSchema.parse(light({})), light({}));
  assert.deepEqual([light({}).state, light({}).depth], ["closed", "light"]);
  assert.equal(light({ merged_at: T }).state, "merged");
  assert.equal(isPull(readIssue({ ...ISSUE, pull_request: {} })), true);
});

Deno.test("a pull request's own page becomes a full snapshot, also with its fork gone", () => {
  const pull = readPull(PULL);
  const snapshot = fullPr(pull, { reviewers: [], reviewDecision: "approved" }, READING);
  assert.deepEqual(prSnapshotSchema.parse(snapshot), snapshot);
  assert.deepEqual(snapshot.head, { ref: "topic", sha: SHA, repo: null });
  assert.deepEqual(pendingReviewers(pull), ["cid", "team:core"]);
  assert.deepEqual([snapshot.additions, snapshot.deletions, snapshot.depth], [3, null, "full"]);
  assert.equal(snapshot.detailsOf, snapshot.updatedAt);
  assert.equal(fullPr(pull, null, READING).detailsOf, null, "its reviews were not read");
});

Deno.test("deleted accounts are nobody, bots are told by their name or type", () => {
  const author = (user: object | null) => {
    const { author, authorType } = issueSnapshot(readIssue({ ...ISSUE, user }), READING);
    return [author, authorType];
  };
  assert.deepEqual(author(null), [null, null]);
  assert.deepEqual(author({ login: "ghost", type: "User" }), [null, null]);
  assert.deepEqual(author({ login: "renovate[bot]", type: "User" }), ["renovate[bot]", "bot"]);
  assert.deepEqual(author({ login: "x", type: "Bot" }), ["x", "bot"]);
  assert.deepEqual(author({ login: "x", type: "Mannequin" }), ["x", "mannequin"]);
});

Deno.test("texts are stored without NUL and lone surrogates, and bodies are cut", () => {
  const issue = issueSnapshot(
    readIssue({ ...ISSUE, title: "a\0\ud800", body: "x".repeat(70_000) }),
    READING,
  );
  assert.equal(issue.title, "a\ufffd");
  assert.deepEqual([issue.body!.length, issue.bodyTruncated], [65_536, true]);
  assert.equal(
    issueSnapshot(readIssue({ ...ISSUE, title: "t".repeat(9999) }), READING).title.length,
    1024,
  );
});

Deno.test("an answer of another shape is refused, not stored", () => {
  const wrong: [string, unknown][] = [
    ["number", "7"],
    ["number", 0],
    ["updated_at", "soon"],
    ["updated_at", "12345-01-01T00:00:00Z"],
    ["labels", {}],
    ["title", null],
    ["state", "half"],
  ];
  for (const [field, value] of wrong) {
    assert.throws(() => readIssue({ ...ISSUE, [field]: value }), new RegExp(field), field);
  }
  assert.throws(() => readIssue([]));
  assert.throws(() => readPull({ ...PULL, head: { ref: "x", sha: "$(id)" } }), /head/);
});

Deno.test("a comment is the same event in the list of comments and in the timeline", () => {
  const raw = {
    id: 5,
    body: "hi",
    user: { login: "ann", type: "User" },
    created_at: T,
    updated_at: T,
    html_url: "https://github.com/octocat/hello/issues/7#issuecomment-5",
    issue_url: "https://api.github.com/repos/octocat/hello/issues/7",
  };
  const event = commentEvent(readComment(raw));
  assert.deepEqual(timelineEvent({ ...raw, event: "commented", actor: raw.user }), event);
  assert.equal(numberOf(raw.issue_url), 7);
  assert.equal(numberOf("https://x/issues/07"), null);
  const edited = { ...raw, updated_at: "2026-11-01T00:00:01Z" };
  assert.deepEqual(
    timelineEvent({ ...edited, event: "commented", actor: raw.user }),
    commentEvent(readComment(edited)),
  );
});

Deno.test("a review is the same event in the list of reviews and in the timeline", () => {
  const raw = {
    id: 9,
    user: { login: "ann" },
    body: "",
    state: "CHANGES_REQUESTED",
    submitted_at: T,
    commit_id: SHA,
    html_url: "https://github.com/octocat/hello/pull/7#pullrequestreview-9",
  };
  const event = reviewEvent(readReview(raw));
  assert.equal(event!.state, "changes-requested");
  assert.deepEqual(timelineEvent({ ...raw, event: "reviewed", state: "changes_requested" }), event);
  assert.equal(reviewEvent(readReview({ ...raw, submitted_at: undefined })), null);
});

Deno.test("a comment on code tells path, line and commit", () => {
  const event = reviewCommentEvent(readReviewComment({
    id: 6,
    body: "here",
    user: null,
    created_at: T,
    updated_at: T,
    html_url: "https://github.com/x",
    pull_request_url: "https://api.github.com/repos/octocat/hello/pulls/7",
    path: "src/a.ts",
    line: null,
    original_line: 3,
    commit_id: SHA,
  }));
  assert.deepEqual([event.path, event.line, event.sha, event.actor], ["src/a.ts", 3, SHA, null]);
});

Deno.test("the entries of a timeline say what they are about", () => {
  const entry = (item: object) => timelineEvent({ id: 1, actor: null, created_at: T, ...item });
  assert.equal(entry({ event: "labeled", label: { name: "bug" } })!.detail, "bug");
  assert.equal(entry({ event: "renamed", rename: { from: "a", to: "b" } })!.detail, "a → b");
  assert.equal(
    entry({ event: "review_requested", requested_team: { slug: "core" } })!.detail,
    "team:core",
  );
  const committed = {
    event: "committed",
    id: null,
    sha: SHA,
    message: "Fix",
    committer: { date: T },
  };
  assert.deepEqual(
    [entry(committed)!.id, entry(committed)!.body],
    [`commit-${SHA}`, "Fix"],
  );
  const crossed = entry({
    event: "cross-referenced",
    id: null,
    source: { issue: { number: 3, repository: { full_name: "a/b" } } },
  })!;
  assert.deepEqual([crossed.detail, crossed.id], ["a/b#3", `cross-a/b#3-${T}`]);
  assert.equal(entry({ event: "labeled", id: null }), null, "no id, so it cannot be told apart");
  assert.equal(entry({ event: "line-commented" }), null, "read from its own list");
});
