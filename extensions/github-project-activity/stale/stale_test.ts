import assert from "node:assert/strict";
import { run } from "../../testing/run.ts";
import { model } from "../github_project_activity.ts";
import { type Ledger, ledgerOf, newEvent, newIssue, newPr, OWN } from "../testing/ledger.ts";
import type { ActivityEvent, LedgerEvent } from "../outputs/activity_event.ts";

const DAY = 24 * 60 * 60 * 1000;
const ago = (days: number, more = 0) => new Date(Date.now() - days * DAY - more).toISOString();

type Options = { args?: object; globalArgs?: object; log?: (line: string) => void };

async function change(method: string, ledger: Ledger, options: Options = {}) {
  const { args = {}, globalArgs = OWN, log } = options;
  const written = await run(model, method, { ...args }, {
    globalArgs: { ...globalArgs },
    data: ledger.data,
    specs: ledger.specs,
    ...(log === undefined ? {} : { log }),
  });
  return written.map(({ spec, name, data }) => {
    assert.equal(spec, "activityEvent");
    const document = data as unknown as ActivityEvent;
    const { subjectType, number, source, events } = document;
    assert.deepEqual([source, document.part, document.parts], ["classification", 1, 1]);
    assert.match(name, new RegExp(`~stale~${subjectType}-${number}$`));
    return { subject: `${subjectType}-${number}`, event: events.at(-1)!, events };
  });
}

const classify = (ledger: Ledger, options?: Options) =>
  change("classify_stale_candidates", ledger, options);
const clear = (ledger: Ledger, options?: Options) =>
  change("clear_stale_candidates", ledger, options);
const subjects = (changes: { subject: string }[]) => changes.map(({ subject }) => subject);

Deno.test("what nobody has been active on is classified once, and cleared when somebody is", async () => {
  const ledger = ledgerOf(newPr(1), newIssue(1), newIssue(2));
  const classified = await classify(ledger);
  assert.deepEqual(subjects(classified), ["issue-1", "issue-2", "pr-1"]);
  assert.equal(classified[0]!.event.type, "classification_stale_candidate");
  assert.deepEqual(await classify(ledger), []);
  assert.deepEqual(await clear(ledger), []);

  ledger.subject(newIssue(2, { comments: 1, lastConversationAt: ago(1), updatedAt: ago(1) }));
  ledger.events({ subjectType: "issue", number: 2 }, [newEvent(ago(1))]);
  const [cleared, ...others] = await clear(ledger);
  assert.deepEqual([cleared!.subject, others], ["issue-2", []]);
  assert.equal(cleared!.event.type, "classification_stale_candidate_cleared");
  assert.match(cleared!.event.summary!, /^There was human activity at /);
  assert.deepEqual(await clear(ledger), []);
  assert.deepEqual(await classify(ledger), []);
});

Deno.test("silence after a clearing is classified again, with the history kept", async () => {
  const ledger = ledgerOf(newIssue(1));
  await classify(ledger);
  ledger.subject(newIssue(1, { lastConversationAt: "2026-02-01T00:00:00Z" }));
  await clear(ledger);
  const [again] = await classify(ledger);
  assert.deepEqual(again!.events.map(({ type, since }) => [type, since]), [
    ["classification_stale_candidate", "2026-01-01T00:00:00.000Z"],
    ["classification_stale_candidate_cleared", "2026-02-01T00:00:00.000Z"],
    ["classification_stale_candidate", "2026-02-01T00:00:00.000Z"],
  ]);
  assert.equal(new Set(again!.events.map(({ id }) => id)).size, 3);
});

Deno.test("the event is public, says since when, and under which label", async () => {
  const [changed] = await classify(ledgerOf(newIssue(1)), { args: { staleLabel: "rotten" } });
  const { visibility, actor, detail, since, summary } = changed!.event;
  assert.deepEqual([visibility, actor, detail, since], [
    "public",
    null,
    "rotten",
    "2026-01-01T00:00:00.000Z",
  ]);
  assert.match(summary!, /^No human activity for \d+ days, since 2026-01-01T/);
});

Deno.test("the days count from the last activity", async () => {
  const silent = (days: number, more: number) => {
    const time = ago(days, more);
    return newIssue(1, { createdAt: time, lastConversationAt: time, updatedAt: time });
  };
  assert.equal((await classify(ledgerOf(silent(15, 0)))).length, 1);
  assert.equal((await classify(ledgerOf(silent(15, -60_000)))).length, 0);
  const globalArgs = { ...OWN, staleInactivityDays: 3 };
  assert.equal((await classify(ledgerOf(silent(3, 0)), { globalArgs })).length, 1);
});

Deno.test("what bots do, and the label itself, is not an activity; everything else a person does is", async () => {
  const events: [LedgerEvent, boolean][] = [
    [newEvent(ago(1), { actor: "renovate[bot]", actorType: "bot" }), false],
    [newEvent(ago(1), { type: "labeled", detail: "STALE" }), false],
    [newEvent(ago(1), { type: "unlabeled", detail: "Stale" }), false],
    [newEvent(ago(1), { visibility: "private" }), false],
    [newEvent(ago(1), { type: "labeled", detail: "bug" }), true],
    [newEvent(ago(1), { type: "reviewed", state: "approved" }), true],
    [newEvent(ago(1), { actor: null, actorType: null }), true],
    [newEvent(ago(1)), true],
  ];
  for (const [event, active] of events) {
    const pr = newPr(1, { updatedAt: ago(1) });
    const ledger = ledgerOf(pr);
    ledger.events({ subjectType: "pr", number: 1 }, [event]);
    assert.equal((await classify(ledger)).length, active ? 0 : 1, JSON.stringify(event));
  }
});

Deno.test("an event in the last part counts as one in the first", async () => {
  const ledger = ledgerOf(newIssue(1, { comments: 3 }));
  const said = [ago(90), ago(80), ago(2)].map((at) => newEvent(at));
  ledger.events({ subjectType: "issue", number: 1 }, said, 1);
  assert.deepEqual(await classify(ledger), []);
});

Deno.test("code that changed is activity", async () => {
  assert.deepEqual(await classify(ledgerOf(newPr(1, { lastCodeChangeAt: ago(1) }))), []);
});

Deno.test("what was not read is not taken for silence: the last change stands for it", async () => {
  const changed = { updatedAt: ago(1) };
  const unread = [
    newIssue(1, { ...changed, comments: 1 }),
    newPr(1, { ...changed, comments: 1 }),
    newPr(1, { ...changed, reviewComments: 1 }),
    newPr(1, { ...changed, reviewComments: null }),
    newPr(1, { ...changed, reviewers: null }),
    newPr(1, { ...changed, lastCodeChangeAt: null }),
  ];
  for (const subject of unread) {
    assert.deepEqual(await classify(ledgerOf(subject)), []);
    assert.equal((await classify(ledgerOf({ ...subject, updatedAt: ago(20) }))).length, 1);
  }
  // Everything that was said is known: the change was a bot's.
  assert.equal((await classify(ledgerOf(newIssue(1, changed)))).length, 1);
  assert.equal((await classify(ledgerOf(newPr(1, changed)))).length, 1);
});

Deno.test("events that are broken or gone are not taken for silence either", async () => {
  const issue = newIssue(1, { updatedAt: ago(1), comments: 2 });
  const name = "activityevent.octocat~hello-world~issue-1";
  const damages: ((ledger: Ledger) => void)[] = [
    ({ data }) => data.set(name, { events: "none" }),
    ({ data }) => data.set(`${name}~2`, {}),
    ({ data }) => data.delete(`${name}~2`),
  ];
  for (const damage of damages) {
    const ledger = ledgerOf(issue);
    ledger.events({ subjectType: "issue", number: 1 }, [newEvent(ago(90)), newEvent(ago(80))], 1);
    damage(ledger);
    assert.deepEqual(await classify(ledger), []);
  }
  const ledger = ledgerOf(issue);
  ledger.events({ subjectType: "issue", number: 1 }, [newEvent(ago(90)), newEvent(ago(80))], 1);
  assert.equal((await classify(ledger)).length, 1);
});

Deno.test("what is closed, merged or deleted is not classified, and is cleared", async () => {
  const states = [
    newIssue(1, { state: "closed" }),
    newIssue(1, { state: "deleted" }),
    newPr(1, { state: "merged" }),
  ];
  for (const subject of states) {
    assert.deepEqual(await classify(ledgerOf(subject)), []);
    const ledger = ledgerOf({ ...subject, state: "open" });
    await classify(ledger);
    ledger.subject(subject);
    const [cleared] = await clear(ledger);
    assert.equal(cleared!.event.summary, `It is ${subject.state}`);
  }
});

Deno.test("raising staleInactivityDays clears what has not been idle for so long", async () => {
  const ledger = ledgerOf(newIssue(1, { createdAt: ago(20), lastConversationAt: ago(20) }));
  await classify(ledger);
  const globalArgs = { ...OWN, staleInactivityDays: 30 };
  const [cleared] = await clear(ledger, { globalArgs });
  assert.equal(cleared!.event.summary, "It has not been idle for 30 days yet");
  assert.deepEqual(await classify(ledger, { globalArgs }), []);
});

Deno.test("classifications under another label stand on their own", async () => {
  const ledger = ledgerOf(newIssue(1));
  await classify(ledger);
  assert.equal((await classify(ledger, { args: { staleLabel: "rotten" } })).length, 1);
  ledger.subject(newIssue(1, { state: "closed" }));
  assert.equal((await clear(ledger, { args: { staleLabel: "rotten" } })).length, 1);
  assert.deepEqual(await clear(ledger, { args: { staleLabel: "rotten" } }), []);
  assert.equal((await clear(ledger)).length, 1);
});

Deno.test("a dry run writes nothing and tells what it would", async () => {
  const ledger = ledgerOf(newIssue(1, { title: "\u001b[31mred" }));
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  assert.deepEqual(await classify(ledger, { args: { dryRun: true }, log }), []);
  assert.equal(ledger.data.size, 1);
  assert.match(lines[0]!, /^issue #1, red: No human activity for \d+ days/);
  assert.match(lines[1]!, /^1 would be classified as Stale; run again with dryRun=false$/);
  assert.equal((await classify(ledger)).length, 1);
  ledger.subject(newIssue(1, { state: "closed" }));
  assert.deepEqual(await clear(ledger, { args: { dryRun: true } }), []);
  assert.equal((await clear(ledger)).length, 1);
});

Deno.test("no more than requested are classified, the longest idle first; the next run goes on", async () => {
  const since = (time: string) => ({ createdAt: time, lastConversationAt: time });
  const ledger = ledgerOf(
    newIssue(1, since("2026-03-01T00:00:00Z")),
    newPr(2, { ...since("2026-02-01T00:00:00Z"), lastCodeChangeAt: "2026-02-01T00:00:00Z" }),
    newIssue(3, since("2026-01-01T00:00:00.500Z")),
    newIssue(4, since("2026-01-01T00:00:00Z")),
  );
  const args = { maxCandidates: 3 };
  assert.deepEqual(subjects(await classify(ledger, { args })), ["issue-4", "issue-3", "pr-2"]);
  assert.deepEqual(subjects(await classify(ledger, { args })), ["issue-1"]);
});

Deno.test("pull requests or issues can be left out", async () => {
  const both = () => ledgerOf(newPr(1), newIssue(2));
  assert.deepEqual(subjects(await classify(both(), { args: { includePrs: false } })), ["issue-2"]);
  assert.deepEqual(subjects(await classify(both(), { args: { includeIssues: false } })), ["pr-1"]);
});

Deno.test("hundreds are looked at page by page, each once", async () => {
  const ledger = ledgerOf(...Array.from({ length: 450 }, (_, n) => newIssue(n + 1)));
  assert.equal(new Set(subjects(await classify(ledger))).size, 450);
  assert.deepEqual(await classify(ledger), []);
});

Deno.test("a broken snapshot is named and left out, the others are classified", async () => {
  const ledger = ledgerOf(newIssue(1), newIssue(2));
  ledger.data.set("issuesnapshot.octocat~hello-world~1", { number: "one" });
  const lines: string[] = [];
  const changes = await classify(ledger, { log: (line) => lines.push(line) });
  assert.deepEqual(subjects(changes), ["issue-2"]);
  assert.match(lines[0]!, /^Skipped issuesnapshot\.octocat~hello-world~1, which cannot be read: /);
});

Deno.test("a broken classification is named and not written over", async () => {
  const ledger = ledgerOf(newIssue(1));
  const name = "activityevent.octocat~hello-world~stale~issue-1";
  ledger.data.set(name, { events: [] });
  const lines: string[] = [];
  assert.deepEqual(await classify(ledger, { log: (line) => lines.push(line) }), []);
  assert.deepEqual(ledger.data.get(name), { events: [] });
  assert.match(lines[0]!, /stale~issue-1, which cannot be read/);
});

Deno.test("only the behavior's repository is looked at, or all that are stored when it names none", async () => {
  const other = { ...newIssue(7), repo: "acme/other" };
  const ledger = ledgerOf(newIssue(1));
  ledger.put("issueSnapshot", "issuesnapshot.acme~other~7", other);
  assert.deepEqual(subjects(await classify(ledger)), ["issue-1"]);
  assert.deepEqual(subjects(await classify(ledger, { globalArgs: {} })), ["issue-7"]);
});

Deno.test("the history of one subject is bounded", async () => {
  const ledger = ledgerOf(newIssue(1));
  let last: LedgerEvent[] = [];
  for (let round = 0; round < 60; round++) {
    ledger.subject(newIssue(1));
    await classify(ledger);
    ledger.subject(newIssue(1, { state: "closed" }));
    last = (await clear(ledger))[0]!.events;
  }
  assert.equal(last.length, 100);
  assert.equal(last.at(-1)!.type, "classification_stale_candidate_cleared");
});

Deno.test("nothing stored is nothing to classify", async () => {
  assert.deepEqual(await classify(ledgerOf()), []);
  assert.deepEqual(await clear(ledgerOf()), []);
});
