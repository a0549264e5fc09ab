import assert from "node:assert/strict";
import { HOSTILE_TEXTS } from "../../../testing/hostile_text.ts";
import { assertGolden, assertSameShape } from "../../../testing/page_shape.ts";
import { run } from "../../../testing/run.ts";
import { report } from "../../briefing.ts";
import { model } from "../../github_project_activity.ts";
import {
  type Ledger,
  ledgerOf,
  newEvent,
  newIssue,
  newPr,
  OWN,
  reportContext,
} from "../../testing/ledger.ts";

const made = (ledger: Ledger, globalArgs: Record<string, unknown> = OWN) =>
  report.execute(reportContext(ledger, { globalArgs }));

async function on(ledger: Ledger, method: string, args: object) {
  const { data, specs } = ledger;
  await run(model, method, { ...args }, { globalArgs: OWN, data, specs });
}

function checks(ledger: Ledger, number: number, state: string, names: string[] = []) {
  ledger.put("ciStatusSnapshot", `cistatussnapshot.octocat~hello-world~${number}~aaaaaaaaaaaa`, {
    repo: "octocat/Hello-World",
    number,
    headSha: "a".repeat(40),
    state,
    checks: names.map((name) => ({ name, source: "status", state: "failure", url: null })),
    truncated: false,
    fetchedAt: "",
  });
}

const numbers = (items: { subjectType: string; number: number }[]) =>
  items.map(({ subjectType, number }) => `${subjectType}-${number}`);

Deno.test("failing checks, requested changes, conflicts and stale work each have their table", async () => {
  const ledger = ledgerOf(
    newPr(1, { title: "red" }),
    newPr(2, {
      reviewDecision: "changes-requested",
      reviewers: [
        { login: "bob", state: "changes-requested", at: "2026-01-02T00:00:00Z", sha: null },
        { login: "eve", state: "approved", at: "2026-01-02T00:00:00Z", sha: null },
      ],
    }),
    newPr(3, { mergeConflict: true }),
    newPr(4, { mergeConflict: "unknown" }),
    newPr(5, { state: "merged", mergeConflict: true, reviewDecision: "changes-requested" }),
    newIssue(6),
  );
  checks(ledger, 1, "failure", ["lint", "test"]);
  checks(ledger, 2, "success");
  checks(ledger, 3, "unknown");
  await on(ledger, "classify_stale_candidates", { includePrs: false });
  const { json, markdown } = await made(ledger);
  assert.deepEqual([json.openPullRequests, json.openIssues], [4, 1]);
  assert.deepEqual(json.failingChecks.map(({ number, why }) => [number, why]), [
    [1, ["lint", "test"]],
  ]);
  assert.deepEqual(json.changesRequested.map(({ number, why }) => [number, why]), [[2, ["bob"]]]);
  assert.deepEqual(json.conflicts.map(({ number, why }) => [number, why]), [[3, ["with main"]]]);
  assert.deepEqual(json.stale.map(({ why }) => why), [["Stale, since 2026-01-01T00:00:00.000Z"]]);
  assert.match(
    markdown,
    /^\| \[PR 1\]\(https:\/\/github\.com\/octocat\/Hello-World\/pull\/1\) \| red \| ada \| lint, test \|$/m,
  );
});

Deno.test("what is not known is not taken permanently", async () => {
  const ledger = ledgerOf(
    newPr(1, { mergeConflict: "unknown" }),
    newPr(2),
    newPr(3, { head: null }),
    newPr(4, { head: { ref: "x", sha: `${"a".repeat(12)}${"b".repeat(28)}`, repo: null } }),
  );
  checks(ledger, 1, "unknown");
  checks(ledger, 4, "success");
  const { json, markdown } = await made(ledger);
  assert.deepEqual([json.checksUnknown, json.conflictsUnknown], [4, 1]);
  assert.match(markdown, /^No check is known to fail\.\n\nOf 4 more the checks are not known\.$/m);
  assert.match(markdown, /^Of 1 more the conflicts are not known\.$/m);
});

Deno.test("duties are those of the logins given, in whatever case", async () => {
  const ledger = ledgerOf(
    newPr(1, { requestedReviewers: ["Ada", "team:core"] }),
    newPr(2, { assignees: ["ADA"], author: "bob" }),
    newPr(3, { author: "Ada", reviewDecision: "changes-requested", mergeConflict: true }),
    newPr(4, { author: "ada" }),
    newPr(5, { author: "bob", reviewDecision: "changes-requested" }),
    newPr(6, { state: "closed", assignees: ["ada"] }),
    newPr(7, { author: "ada" }),
    newIssue(8, { assignees: ["ada"] }),
    newIssue(9, { assignees: ["adam"] }),
  );
  checks(ledger, 7, "failure", ["lint"]);
  const { json } = await made(ledger, { ...OWN, personalGithubHandles: ["@aDa"] });
  assert.deepEqual(json.duties.map(({ number, why }) => [number, why]), [
    [1, ["asked to review"]],
    [2, ["assigned"]],
    [3, ["changes were requested", "it conflicts with its base"]],
    [7, ["checks fail"]],
    [8, ["assigned"]],
  ]);
  const nobody = await made(ledger);
  assert.deepEqual(nobody.json.duties, []);
  assert.match(nobody.markdown, /Set personalGithubHandles/);
});

Deno.test("the last 30 events are shown, newest first, of whatever they are about", async () => {
  const ledger = ledgerOf();
  const minute = (n: number) => new Date(Date.UTC(2026, 1, 1, 0, n)).toISOString();
  for (let number = 1; number <= 120; number++) {
    ledger.subject(newIssue(number, { updatedAt: minute(number), state: "closed" }));
    ledger.events({ subjectType: "issue", number }, [newEvent(minute(number))]);
  }
  const event = { eventType: "note", summary: "now", visibility: "public", at: minute(115) };
  await on(ledger, "record_activity", { id: "n", event });
  const { json } = await made(ledger);
  assert.equal(json.events.length, 30);
  assert.deepEqual(json.events.slice(0, 7).map(({ type, subject }) => subject?.number ?? type), [
    ...[120, 119, 118, 117, 116],
    ...json.events.slice(5, 7).map(({ type, subject }) => subject?.number ?? type),
  ]);
  assert.deepEqual(
    new Set(json.events.slice(5, 7).map(({ type, subject }) => subject?.number ?? type)),
    new Set([115, "note"]),
  );
});

Deno.test("an old event of a subject that changed last does not hide newer ones of another", async () => {
  const ledger = ledgerOf(
    newIssue(1, { updatedAt: "2026-11-01T00:00:00Z" }),
    newIssue(2, { updatedAt: "2026-10-01T00:00:00Z" }),
  );
  const many = Array.from(
    { length: 40 },
    (_, n) => newEvent(`2026-01-${10 + n % 20}T00:00:0${n % 10}Z`),
  );
  ledger.events({ subjectType: "issue", number: 1 }, many);
  ledger.events({ subjectType: "issue", number: 2 }, [newEvent("2026-09-30T00:00:00Z")]);
  const { json } = await made(ledger);
  assert.deepEqual([json.events[0]!.subject?.number, json.events.length], [2, 30]);
});

Deno.test("private events are absent unless the behavior shows them", async () => {
  const fill = async (hushed: boolean) => {
    const ledger = ledgerOf(newIssue(1));
    const events = [newEvent("2026-02-01T00:00:00Z")];
    if (hushed) {
      events.push(newEvent("2026-02-02T00:00:00Z", { visibility: "private", body: "hushed" }));
      const event = { eventType: "hushed", summary: "hushed", tags: ["hushed"] };
      await on(ledger, "record_activity", { id: "hushed", event });
      const broken = "activityevent.octocat~hello-world~recorded~hushed-broken";
      ledger.put("activityEvent", broken, {});
    }
    ledger.events({ subjectType: "issue", number: 1 }, events);
    return ledger;
  };
  for (const includePrivateEvents of [false, "${{ env.SHOW }}"]) {
    const globalArgs = { ...OWN, includePrivateEvents };
    const { generatedAt: _, ...one } = (await made(await fill(false), globalArgs)).json;
    const { generatedAt: __, ...other } = (await made(await fill(true), globalArgs)).json;
    assert.deepEqual(other, one);
  }
  const { json, markdown } = await made(await fill(true));
  assert.equal(json.events.filter(({ visibility }) => visibility === "private").length, 2);
  assert.match(markdown, /hushed \[private\]/);
});

Deno.test("long lists are cut on the page and whole in the data; every subject is in them once", async () => {
  const ledger = ledgerOf(
    ...Array.from({ length: 230 }, (_, n) => newPr(n + 1, { mergeConflict: true })),
  );
  const { json, markdown } = await made(ledger);
  assert.equal(new Set(numbers(json.conflicts)).size, 230);
  assert.match(markdown, /^\+30 more$/m);
});

Deno.test("without data it says which methods to run", async () => {
  assert.match((await made(ledgerOf())).markdown, /Run `sync_github_prs` and `sync_github_issues`/);
  assert.match((await made(ledgerOf(), {})).markdown, /set owner and repo/);
});

Deno.test("broken documents are listed, the others are shown", async () => {
  const ledger = ledgerOf(newIssue(1), newIssue(2, { assignees: ["ada"] }));
  ledger.data.set("issuesnapshot.octocat~hello-world~1", {});
  const { json, markdown } = await made(ledger, { ...OWN, personalGithubHandles: '["ada"]' });
  assert.deepEqual(numbers(json.duties), ["issue-2"]);
  assert.deepEqual(json.broken.map(({ name }) => name), ["issuesnapshot.octocat~hello-world~1"]);
  assert.match(markdown, /## Not readable/);
});

/** A page with this text in each place that a stranger can fill. */
async function pageOf(text: string): Promise<string> {
  const said = { title: text, author: text, assignees: [text] };
  const ledger = ledgerOf(
    newPr(1, {
      ...said,
      mergeConflict: true,
      base: { ref: text, sha: "b".repeat(40), repo: text },
      reviewDecision: "changes-requested",
      reviewers: [{ login: text, state: "changes-requested", at: text, sha: null }],
    }),
    newIssue(2, said),
  );
  checks(ledger, 1, "failure", [text]);
  const event = { type: text, actor: text, body: text, detail: text, url: "javascript:alert(1)" };
  ledger.events({ subjectType: "pr", number: 1 }, [newEvent("2026-02-01T00:00:00Z", event)]);
  const staleLabel = text.slice(0, 100);
  await on(ledger, "classify_stale_candidates", { staleLabel });
  return (await made(ledger, {
    ...OWN,
    projectName: text.slice(0, 200),
    personalGithubHandles: [`@${text}`],
  })).markdown;
}

Deno.test("hostile text in any field makes the same page as a plain word", async () => {
  await assertSameShape((text) => pageOf(text.replaceAll("\0", "").toWellFormed()), 150);
});

Deno.test("a page of hostile texts is what was looked at once", async () => {
  const ledger = ledgerOf();
  for (const [index, text] of Object.values(HOSTILE_TEXTS).entries()) {
    ledger.subject(newPr(index + 1, { title: text, author: text, mergeConflict: true }));
    ledger.events({ subjectType: "pr", number: index + 1 }, [
      newEvent(new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(), { actor: text, body: text }),
    ]);
  }
  const { markdown } = await made(ledger);
  await assertGolden(new URL("../../testing/briefing.golden.txt", import.meta.url), markdown);
});
