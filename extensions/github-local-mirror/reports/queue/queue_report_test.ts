import assert from "node:assert/strict";
import {
  eventDocument,
  NAMES,
  newEvent,
  newPr,
  newReviewer,
  newRun,
  newState,
  prDocuments,
  REPO,
  reportContext,
  shaOf,
  type Stored,
  stored,
  SYNCED,
} from "../../testing/stored.ts";
import { report } from "../review_queue.ts";
import { BUCKETS } from "./decide.ts";

const make = (documents: readonly Stored[], options?: Parameters<typeof reportContext>[1]) =>
  report.execute(reportContext(documents, options));

/** The bucket of each pull request, by number. */
async function bucketsOf(documents: readonly Stored[], options?: Parameters<typeof make>[1]) {
  const { json } = await make(documents, options);
  return Object.fromEntries(
    BUCKETS.flatMap((bucket) => json.buckets[bucket].map(({ number }) => [number, bucket])),
  );
}

const approval = (number: number) => ({
  reviewDecision: "approved" as const,
  reviewers: [newReviewer("bob", "approved", shaOf(number))],
});

Deno.test("every open pull request is in one bucket, and no other is in the queue", async () => {
  const documents = [
    newState(),
    ...prDocuments(newPr(1, { requestedReviewers: ["bob"] })),
    ...prDocuments(newPr(2, { draft: true })),
    ...prDocuments(newPr(3, approval(3))),
    ...prDocuments(newPr(4, approval(4)), { checks: ["success", "failure"] }),
    ...prDocuments(newPr(5)),
    ...prDocuments(newPr(6, { state: "closed" })),
    ...prDocuments(newPr(7, { state: "merged" })),
    ...prDocuments(newPr(8, { state: "deleted" })),
  ];
  assert.deepEqual(await bucketsOf(documents), {
    1: "requested",
    2: "draft",
    3: "merge check",
    4: "CI blocked",
    5: "unassigned",
  });
});

Deno.test("what is not known of the current head is incomplete, however good the rest looks", async () => {
  const pr = (number: number, change = {}) => newPr(number, { ...approval(number), ...change });
  const status = (number: number, component: string, change: object) =>
    stored("collectionStatus", [`pr-${number}`, component], {
      repo: REPO,
      subject: `pr-${number}`,
      component,
      complete: true,
      itemCount: 1,
      error: null,
      at: SYNCED,
      ...change,
    });
  const documents = [
    newState(),
    ...prDocuments(pr(1, { depth: "light" })),
    ...prDocuments(pr(2), { headSha: null }),
    ...prDocuments(pr(3), { checks: null }),
    // The snapshot is of an earlier head than the one that was fetched.
    ...prDocuments(pr(4, { ...approval(44) }), { headSha: shaOf(44) }),
    ...prDocuments(pr(5)),
    status(5, "reviews", { complete: false }),
    ...prDocuments(pr(6)),
    status(6, "checks", { error: { code: "forbidden", message: "refused" } }),
    ...prDocuments(pr(7, { comments: 3 })),
    ...prDocuments(pr(8)),
    status(8, "reviews", {}),
    // The second part is missing.
    ...prDocuments(pr(9)),
    eventDocument("pr", 9, [newEvent({ at: SYNCED })], [1, 2]),
    // The list told of a change, and the sync ended before it asked what it was.
    ...prDocuments(pr(10, { updatedAt: "2026-11-20T00:00:01Z" })),
  ];
  const { json } = await make(documents);
  const why = json.buckets["data incomplete"].map(({ number, reasons }) => [number, reasons[0]]);
  assert.deepEqual(Object.fromEntries(why), {
    1: "not known: its details",
    2: "not known: its current head",
    3: "not known: checks of its current head",
    4: "not known: details of its current head",
    5: "not known: the end of its reviews",
    6: "not known: the end of its checks",
    7: "not known: its conversation",
    9: "not known: its conversation",
    10: "not known: its details since it changed",
  });
  assert.deepEqual(json.buckets["merge check"].map(({ number }) => number), [8]);
});

Deno.test("a bot's comment does not keep a pull request from being stale, a person's does, in any part", async () => {
  const old = { createdAt: "2026-10-01T00:00:00Z", comments: 2 };
  const byBot = newEvent({ at: SYNCED, actor: "nag[bot]", actorType: "bot" });
  const documents = [
    newState(),
    ...prDocuments(newPr(1, old), { events: [byBot] }),
    ...prDocuments(newPr(2, old)),
    eventDocument("pr", 2, [byBot], [1, 2]),
    eventDocument("pr", 2, [newEvent({ at: "2026-11-21T00:00:00Z" })], [2, 2]),
  ];
  assert.deepEqual(await bucketsOf(documents), { 1: "stale", 2: "unassigned" });
});

Deno.test("idleness is counted until the last sync, whenever the report is made", async () => {
  const pr = newPr(1, { createdAt: "2020-01-01T00:00:00Z" });
  const idle = async (lastSyncAt: string) => {
    const { json } = await make([newState({ lastSyncAt }), ...prDocuments(pr)]);
    return BUCKETS.flatMap((bucket) => json.buckets[bucket])[0]!.idleDays;
  };
  assert.equal(await idle("2020-01-03T00:00:00Z"), 2);
  assert.equal(await idle("2019-12-31T00:00:00Z"), 0, "a clock that runs behind");
});

Deno.test("a force push by a bot's commit leaves it idle, a person's does not", async () => {
  const old = { createdAt: "2026-10-01T00:00:00Z" };
  const push = (number: number, author: string, parts = 1) => {
    const common = { repo: REPO, number, headSha: shaOf(number) };
    const commit = (name: string) => ({
      sha: shaOf(number),
      parents: [],
      author: { name, email: "x@example.com" },
      authoredAt: SYNCED,
      committedAt: SYNCED,
      message: "Change",
    });
    const key = [String(number), shaOf(number).slice(0, 12)];
    const commits = (part: number, name: string) => ({
      ...common,
      part,
      parts,
      truncated: false,
      commits: [commit(name)],
    });
    return [
      stored("prRevision", key, {
        ...common,
        baseSha: null,
        mergeBase: null,
        previousHeadSha: shaOf("f"),
        kind: "force-pushed",
        observedAt: "2026-11-21T00:00:00Z",
        patchPath: null,
      }),
      stored("prCommit", key, commits(1, parts === 1 ? author : "ann")),
      ...parts === 1 ? [] : [stored("prCommit", [...key, String(parts)], commits(parts, author))],
    ];
  };
  const documents = [
    newState(),
    ...[1, 2, 3].flatMap((number) => prDocuments(newPr(number, old))),
    ...push(1, "ann"),
    ...push(2, "renovate[bot]"),
    ...push(3, "renovate[bot]", 2),
  ];
  assert.deepEqual(await bucketsOf(documents), { 1: "unassigned", 2: "stale", 3: "stale" });
});

Deno.test("own duties are marked and come first", async () => {
  const documents = [
    newState(),
    ...prDocuments(newPr(1, { requestedReviewers: ["cid"] })),
    ...prDocuments(newPr(2, { requestedReviewers: ["Dan"] })),
  ];
  const { json, markdown } = await make(documents, { globalArgs: { reviewerHandles: ["dan"] } });
  assert.deepEqual(json.buckets.requested.map(({ number, own }) => [number, own]), [
    [2, ["dan"]],
    [1, []],
  ]);
  assert.match(markdown, /Dan asked to review .* yours \|/);
});

Deno.test("broken documents are listed; what they would have told is not known", async () => {
  const broken = (document: Stored) => ({ ...document, data: { nonsense: true } });
  const [snapshot, head, checks] = prDocuments(newPr(1, approval(1)));
  const { json, markdown } = await make([
    newState(),
    broken(prDocuments(newPr(9))[0]!),
    snapshot!,
    head!,
    broken(checks!),
    { spec: "prSnapshot", name: NAMES.of("prSnapshot", "7"), data: newPr(1) },
  ]);
  assert.deepEqual(json.broken.map(({ name }) => name), [
    NAMES.of("prSnapshot", "7"),
    NAMES.of("prSnapshot", "9"),
    NAMES.of("checkRunSnapshot", "1", shaOf(1).slice(0, 12)),
  ]);
  assert.equal(json.broken[0]!.problem, "it is about #1");
  assert.deepEqual(json.buckets["data incomplete"].map(({ number }) => number), [1]);
  assert.match(markdown, /## Not readable/);
});

Deno.test("documents of another repository of the behavior are left alone", async () => {
  const other = { ...prDocuments(newPr(3))[0]!, name: "prsnapshot.octocat~hello-world-2~3" };
  assert.deepEqual(await bucketsOf([newState(), ...prDocuments(newPr(1)), other]), {
    1: "unassigned",
  });
});

Deno.test("owner and repository that are expressions are those of the last sync", async () => {
  const options = { globalArgs: { owner: "${{ env.OWNER }}" } };
  const { json } = await make([newState(), ...prDocuments(newPr(1))], options);
  assert.deepEqual([json.repo, json.counts.unassigned], [REPO, 1]);
  assert.equal((await make([], options)).json.repo, null);
});

Deno.test("without a sync it says to run one; without an open pull request it says so", async () => {
  assert.match((await make([])).markdown, /Nothing is stored yet. Run `sync` first\./);
  assert.match((await make([newState()])).markdown, /There are no open pull requests\./);
});

Deno.test("a sync that did not read everything is said, and arguments that could not be read", async () => {
  const { markdown, json } = await make([newState({ complete: false })], {
    globalArgs: { reviewFocusStaleDays: "${{ env.DAYS }}" },
  });
  assert.match(markdown, /which did not read everything. Run `sync` again\./);
  assert.match(markdown, /The defaults are used for reviewFocusStaleDays/);
  assert.deepEqual(json.unreadArguments, ["reviewFocusStaleDays"]);
});

Deno.test("a table ends after 200 rows and says how many more there are; the JSON has all", async () => {
  const documents = Array.from({ length: 203 }, (_, index) => prDocuments(newPr(index + 1)));
  const { json, markdown } = await make([newState(), ...documents.flat()]);
  assert.equal(json.buckets.unassigned.length, 203);
  assert.equal(markdown.match(/^\| \[/gm)!.length, 200);
  assert.match(markdown, /^\+3 more$/m);
});

Deno.test("nothing is ready while the last sync has not read the whole list", async () => {
  const ready = async (documents: readonly Stored[]) => {
    const { json } = await make([...documents, ...prDocuments(newPr(3, approval(3)))]);
    return json.buckets["merge check"].map(({ ready }) => ready);
  };
  const phase = (complete: boolean) => ({
    phases: [{ name: "index", complete, requests: 1, items: 1, seconds: 1 }],
  });
  const cut = newState({ complete: false });
  assert.deepEqual(await ready([newState()]), [true]);
  assert.deepEqual(await ready([cut]), [false]);
  assert.deepEqual(await ready([cut, newRun("2026-11-22T00:00:00Z", phase(true))]), [true]);
  const last = newRun("2026-11-22T00:00:01Z", phase(false));
  assert.deepEqual(await ready([cut, newRun("2026-11-22T00:00:00Z", phase(true)), last]), [false]);
});

Deno.test("by the numbers that a sync left, only those are read, and the queue is the same", async () => {
  const documents = Array.from(
    { length: 130 },
    (_, index) => prDocuments(newPr(index + 1, { state: index % 2 === 0 ? "open" : "closed" })),
  ).flat();
  const all = await make([newState(), ...documents]);
  const odd = Array.from({ length: 65 }, (_, index) => 2 * index + 1);
  // One was closed since, of one nothing is stored.
  const openPrNumbers = [...odd, 100, 1_000];
  const context = reportContext([newState({ openPrNumbers }), ...documents]);
  const listed: string[] = [];
  const { json } = await report.execute({
    ...context,
    listResources: (spec, options) => {
      listed.push(spec);
      return context.listResources(spec, options);
    },
  });
  assert.deepEqual({ ...json, generatedAt: "" }, { ...all.json, generatedAt: "" });
  assert.equal(json.counts.unassigned, 65);
  assert.ok(!listed.includes("prSnapshot"));
});
