import assert from "node:assert/strict";
import { run } from "../../testing/run.ts";
import { HOSTILE_TEXTS } from "../../testing/hostile_text.ts";
import { assertGolden, assertSameShape } from "../../testing/page_shape.ts";
import { model } from "../github_project_activity.ts";
import type { LedgerEvent } from "../outputs/activity_event.ts";
import type { PrReport } from "../outputs/pr_report.ts";
import { type Ledger, ledgerOf, newEvent, newPr, OWN } from "../testing/ledger.ts";

const PR = { subjectType: "pr", number: 12 } as const;

async function on(ledger: Ledger, method: string, args: object, globalArgs: object = OWN) {
  const { data, specs, files } = ledger;
  return await run(model, method, { ...args }, {
    globalArgs: { ...globalArgs },
    data,
    specs,
    files,
  });
}

/** The report's document and its name. */
async function rendered(ledger: Ledger, args: object = {}, globalArgs: object = OWN) {
  const [written] = await on(ledger, "render_pr_report", { prNumber: 12, ...args }, globalArgs);
  return { name: written!.name, report: written!.data as unknown as PrReport };
}

const record = (ledger: Ledger, id: string, event: object) =>
  on(ledger, "record_activity", {
    id,
    event: {
      eventType: "note",
      summary: `about ${id}`,
      subjectType: "pr",
      subjectNumber: 12,
      ...event,
    },
  });

function withHead(ledger: Ledger): Ledger {
  const sha = "a".repeat(40);
  const part = { repo: "octocat/Hello-World", number: 12, headSha: sha, fetchedAt: "" };
  ledger.put("ciStatusSnapshot", "cistatussnapshot.octocat~hello-world~12~aaaaaaaaaaaa", {
    ...part,
    state: "failure",
    checks: [{ name: "lint", source: "check-run", state: "failure", url: null }],
    truncated: false,
  });
  const files = [
    { path: "src/a.ts", previousPath: null, status: "modified", additions: 2, deletions: 1 },
    { path: "b.ts", previousPath: "old.ts", status: "renamed", additions: 0, deletions: 0 },
  ];
  const name = "prfilesnapshot.octocat~hello-world~12~aaaaaaaaaaaa";
  for (const [index, file] of files.entries()) {
    ledger.put("prFileSnapshot", index === 0 ? name : `${name}~${index + 1}`, {
      ...part,
      mergedAt: null,
      part: index + 1,
      parts: 2,
      files: [file],
      truncated: false,
    });
  }
  return ledger;
}

Deno.test("a page says what is stored of a pull request, and which documents it was made of", async () => {
  const ledger = withHead(ledgerOf(newPr(12, {
    body: "Says *hello*.",
    draft: true,
    reviewDecision: "changes-requested",
    reviewers: [{
      login: "bob",
      state: "changes-requested",
      at: "2026-02-01T00:00:00Z",
      sha: null,
    }],
    requestedReviewers: ["carol", "team:core"],
    labels: ["bug"],
    mergeConflict: "unknown",
  })));
  ledger.events(PR, [newEvent("2026-02-01T00:00:00Z", { body: "Looks good" })]);
  await record(ledger, "n1", { at: "2026-03-01T00:00:00Z", artifactRefs: ["plan.md"] });
  await on(ledger, "record_artifact", {
    name: "plan.md",
    contentType: "text/markdown",
    content: "# Plan",
    subjectType: "pr",
    subjectNumber: 12,
  });
  const { name, report } = await rendered(ledger);
  assert.equal(name, "prreport.octocat~hello-world~12~private");
  const { markdown, facts, sources } = report;
  const says = [
    /^# octocat\/Hello-World\\#\u200b12 Say hello$/m,
    /^- State: draft$/m,
    /^- Conflicts with its base: not known$/m,
    /^- Waiting for: carol, team:core$/m,
    /^- Checks: failure$/m,
    /^- Size: \+2 −1, 1 file, 1 commit$/m,
    /^```\nSays \*hello\*\.\n```$/m,
    /^\| bob \| changes-requested \|/m,
    /^\| lint \| failure \| check-run \|$/m,
    /^\| `b\.ts`, was `old\.ts` \| renamed \|/m,
    /^\| 2026-03-01T00:00:00\.000Z \| {2}\| note \| about n1 · \[private\] \|$/m,
    /^\| 2026-02-01T00:00:00Z \| ada \| commented \| Looks good \|$/m,
    /^\| plan\.md \| text\/markdown \| 6 \|/m,
  ];
  for (const expected of says) assert.match(markdown, expected);
  assert.deepEqual(facts.events.map(({ type }) => type), ["note", "commented"]);
  assert.equal(facts.checks?.state, "failure");
  assert.deepEqual(facts.files?.files.map(({ path }) => path), ["src/a.ts", "b.ts"]);
  assert.deepEqual(sources, [
    "prsnapshot.octocat~hello-world~12",
    "cistatussnapshot.octocat~hello-world~12~aaaaaaaaaaaa",
    "prfilesnapshot.octocat~hello-world~12~aaaaaaaaaaaa",
    "prfilesnapshot.octocat~hello-world~12~aaaaaaaaaaaa~2",
    "activityevent.octocat~hello-world~pr-12",
    "activityevent.octocat~hello-world~recorded~n1",
    "artifactindex.octocat~hello-world~plan.md",
  ]);
});

/** A ledger and the same with private events of all kinds in it. */
async function withPrivates(): Promise<{ open: Ledger; both: Ledger }> {
  const fill = async (ledger: Ledger) => {
    ledger.events(PR, [newEvent("2026-02-01T00:00:00Z")]);
    await record(ledger, "shown", {
      visibility: "public",
      at: "2026-02-02T00:00:00Z",
      artifactRefs: ["open.txt"],
    });
    await artifact(ledger, "open.txt");
  };
  const artifact = (ledger: Ledger, name: string) =>
    on(ledger, "record_artifact", {
      name,
      contentType: "text/plain",
      content: "hushed content",
      subjectType: "pr",
      subjectNumber: 12,
      description: "hushed description".replace("hushed", name === "open.txt" ? "open" : "hushed"),
    });
  const [open, both] = [ledgerOf(newPr(12)), ledgerOf(newPr(12))];
  await fill(open);
  await fill(both);
  await record(both, "hushed-id", {
    eventType: "hushed-type",
    summary: "hushed summary",
    body: "hushed body",
    actor: "hushed-actor",
    url: "https://hushed.example",
    tags: ["hushed-tag"],
    artifactRefs: ["hushed-artifact", "hushed.txt"],
    at: "2026-02-03T00:00:00Z",
  });
  await artifact(both, "hushed.txt");
  both.events(PR, [
    newEvent("2026-02-01T00:00:00Z"),
    newEvent("2026-02-04T00:00:00Z", { visibility: "private", body: "hushed comment" }),
  ]);
  const broken = "activityevent.octocat~hello-world~recorded~hushed-broken";
  both.put("activityEvent", broken, { events: "hushed" });
  both.put("artifactIndex", "artifactindex.octocat~hello-world~hushed-broken", {});
  return { open, both };
}

Deno.test("without private events nothing gives them away: not text, counts, sources, tags or files", async () => {
  const { open, both } = await withPrivates();
  const withoutTime = ({ generatedAt: _, ...report }: PrReport) => report;
  for (
    const [args, globalArgs] of [
      [{ includePrivate: false }, OWN],
      [{}, { ...OWN, includePrivateEvents: false }],
      [{ includePrivate: false, since: "2026-01-01T00:00:00Z" }, OWN],
    ]
  ) {
    const [one, other] = [
      await rendered(open, args, globalArgs),
      await rendered(both, args, globalArgs),
    ];
    assert.equal(other.name, "prreport.octocat~hello-world~12");
    // The page is the same as of a ledger that has never had a private event.
    assert.deepEqual(withoutTime(other.report), withoutTime(one.report));
    assert.doesNotMatch(JSON.stringify(other.report), /hushed/);
    assert.match(JSON.stringify(other.report), /about shown/);
    assert.match(JSON.stringify(other.report), /open\.txt/);
  }
});

Deno.test("with private events they are there, and are marked", async () => {
  const { both } = await withPrivates();
  const { report } = await rendered(both);
  const { markdown, facts, sources } = report;
  assert.match(markdown, /hushed summary · hushed body · \(hushed-tag\) · \[private\]/);
  assert.deepEqual(facts.events.map(({ visibility }) => visibility), [
    "private",
    "private",
    "public",
    "public",
  ]);
  assert.ok(sources.includes("activityevent.octocat~hello-world~recorded~hushed-id"));
  assert.deepEqual(facts.broken.map(({ name }) => name), [
    "activityevent.octocat~hello-world~recorded~hushed-broken",
    "artifactindex.octocat~hello-world~hushed-broken",
  ]);
});

Deno.test("public and private pages have different names, so that no version of one held the other", async () => {
  const { both } = await withPrivates();
  const names = [await rendered(both), await rendered(both, { includePrivate: false })]
    .map(({ name }) => name);
  assert.deepEqual(names, [
    "prreport.octocat~hello-world~12~private",
    "prreport.octocat~hello-world~12",
  ]);
});

Deno.test("only events of the window are shown, its two ends included", async () => {
  const ledger = ledgerOf(newPr(12));
  const times = ["01", "02", "03", "04"].map((day) => `2026-02-${day}T00:00:00Z`);
  ledger.events(PR, times.map((at) => newEvent(at)));
  const { report } = await rendered(ledger, {
    since: "2026-02-02T01:00:00+01:00",
    until: "2026-02-03T00:00:00Z",
  });
  assert.deepEqual(report.facts.events.map(({ at }) => at), [times[2], times[1]]);
  await assert.rejects(rendered(ledger, { since: times[1]!, until: times[0]! }), {
    code: "refused",
  });
});

Deno.test("what is known of another pull request is not shown", async () => {
  const ledger = ledgerOf(newPr(12), newPr(1), newPr(120));
  await record(ledger, "other", { subjectNumber: 1 });
  await record(ledger, "issue", { subjectType: "issue" });
  ledger.events({ subjectType: "pr", number: 1 }, [newEvent("2026-02-01T00:00:00Z")]);
  ledger.events({ subjectType: "pr", number: 120 }, [newEvent("2026-02-01T00:00:00Z")]);
  const { report } = await rendered(ledger);
  assert.deepEqual(report.facts.events, []);
  assert.match(report.markdown, /Nothing is stored\./);
});

Deno.test("checks and files of an earlier head are not those of this one", async () => {
  const ledger = withHead(ledgerOf(newPr(12)));
  const head = { ref: "hello", sha: `${"a".repeat(12)}${"c".repeat(28)}`, repo: null };
  ledger.subject(newPr(12, { head }));
  const { facts, markdown } = (await rendered(ledger)).report;
  assert.deepEqual([facts.checks, facts.files], [null, null]);
  assert.match(markdown, /^- Checks: not stored$/m);
});

Deno.test("a stale classification stands in it until it is cleared", async () => {
  const ledger = ledgerOf(newPr(12));
  await on(ledger, "classify_stale_candidates", {});
  const stale = async () => (await rendered(ledger)).report;
  assert.match((await stale()).markdown, /^- Stale: Stale, nobody active since 2026-01-01/m);
  ledger.subject(newPr(12, { state: "closed" }));
  await on(ledger, "clear_stale_candidates", {});
  const { facts, markdown } = await stale();
  assert.deepEqual(facts.stale, []);
  assert.doesNotMatch(markdown, /^- Stale/m);
  assert.equal(facts.events.length, 2);
});

Deno.test("long lists end after 200 rows with what is left, the data has all of them", async () => {
  const ledger = ledgerOf(newPr(12));
  const said = Array.from(
    { length: 600 },
    (_, n) => newEvent(new Date(Date.UTC(2026, 1, 1, 0, n)).toISOString()),
  );
  ledger.events(PR, said);
  const { markdown, facts } = (await rendered(ledger)).report;
  assert.equal(markdown.match(/^\| 2026-02-01/gm)!.length, 200);
  assert.match(markdown, /^\+400 more$/m);
  assert.equal(facts.events.length, 600);
});

Deno.test("documents that are broken are listed, and the rest is shown", async () => {
  const ledger = withHead(ledgerOf(newPr(12)));
  ledger.data.set("cistatussnapshot.octocat~hello-world~12~aaaaaaaaaaaa", { state: "<b>" });
  ledger.data.delete("prfilesnapshot.octocat~hello-world~12~aaaaaaaaaaaa~2");
  const { facts, markdown } = (await rendered(ledger)).report;
  assert.deepEqual(facts.broken.map(({ name }) => name), [
    "cistatussnapshot.octocat~hello-world~12~aaaaaaaaaaaa",
  ]);
  assert.match(markdown, /## Not readable/);
  assert.deepEqual([facts.files?.files.length, facts.files?.truncated], [1, true]);
});

Deno.test("a pull request that is not stored is refused with the method that reads it", async () => {
  await assert.rejects(rendered(ledgerOf()), {
    code: "not_found",
    message: /octocat\/Hello-World#12: it is not stored\. Run sync_github_pr_by_number/,
  });
  const broken = ledgerOf(newPr(12));
  broken.data.set("prsnapshot.octocat~hello-world~12", {});
  await assert.rejects(rendered(broken), { code: "not_found", message: /cannot be read/ });
  await assert.rejects(rendered(ledgerOf(), {}, {}), { code: "refused", message: /no repository/ });
});

/** A page with this text in every field that a stranger can fill. */
async function pageOf(text: string): Promise<string> {
  const ledger = withHead(ledgerOf(newPr(12, {
    title: text,
    body: text,
    author: text,
    labels: [text, text],
    assignees: [text],
    milestone: text,
    head: { ref: text, sha: "a".repeat(40), repo: text },
    requestedReviewers: [text],
    reviewers: [{ login: text, state: "approved", at: "2026-02-01T00:00:00Z", sha: null }],
  })));
  const said: Partial<LedgerEvent> = {
    type: text,
    actor: text,
    body: text,
    path: text,
    tags: [text],
  };
  ledger.events(PR, [
    newEvent("2026-02-01T00:00:00Z", { ...said, url: "javascript:alert(1)" }),
    newEvent("2026-02-02T00:00:00Z", { summary: text, artifactRefs: [text] }),
  ]);
  ledger.put("artifactIndex", "artifactindex.octocat~hello-world~x", {
    repo: "octocat/Hello-World",
    name: text,
    file: text,
    contentType: text,
    bytes: 1,
    sha256: "",
    subjectType: "pr",
    number: 12,
    description: text,
    fetchedAt: "",
  });
  ledger.put("artifactIndex", `artifactindex.octocat~hello-world~${text}`, {});
  const files = "prfilesnapshot.octocat~hello-world~12~aaaaaaaaaaaa";
  const file = { path: text, previousPath: text, status: "renamed", additions: 0, deletions: 0 };
  ledger.put("prFileSnapshot", files, { ...ledger.data.get(files), files: [file] });
  const checks = "cistatussnapshot.octocat~hello-world~12~aaaaaaaaaaaa";
  const check = { name: text, source: "status", state: "success", url: null };
  ledger.put("ciStatusSnapshot", checks, { ...ledger.data.get(checks), checks: [check] });
  return (await rendered(ledger)).report.markdown;
}

Deno.test("hostile text in any field makes the same page as a plain word", async () => {
  await assertSameShape(pageOf);
});

Deno.test("a page of hostile texts is what was looked at once", async () => {
  const ledger = ledgerOf(newPr(12, { title: HOSTILE_TEXTS["a Markdown image"]! }));
  const texts = Object.values(HOSTILE_TEXTS);
  ledger.events(
    PR,
    texts.map((body, index) =>
      newEvent(new Date(Date.UTC(2026, 1, 1, 0, index)).toISOString(), { body, detail: body })
    ),
  );
  const { markdown } = (await rendered(ledger)).report;
  await assertGolden(new URL("../testing/pr_report.golden.txt", import.meta.url), markdown);
});
