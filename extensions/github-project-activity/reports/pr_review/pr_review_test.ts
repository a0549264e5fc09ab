import assert from "node:assert/strict";
import { run } from "../../../testing/run.ts";
import { model } from "../../github_project_activity.ts";
import { report } from "../../pr_review.ts";
import type { PrReport } from "../../outputs/pr_report.ts";
import {
  type Ledger,
  ledgerOf,
  newEvent,
  newPr,
  OWN,
  reportContext,
} from "../../testing/ledger.ts";

const made = (ledger: Ledger, change: Parameters<typeof reportContext>[1] = {}) =>
  report.execute(reportContext(ledger, change));

/** A page made by the method, as if it had been at this time. */
async function rendered(ledger: Ledger, args: object, generatedAt: string): Promise<PrReport> {
  const { data, specs } = ledger;
  const [written] = await run(model, "render_pr_report", { ...args }, {
    globalArgs: OWN,
    data,
    specs,
  });
  ledger.put("prReport", written!.name, { ...written!.data, generatedAt });
  return written!.data as unknown as PrReport;
}

Deno.test("the page that was made last is shown, with its facts and sources", async () => {
  const ledger = ledgerOf(newPr(1, { title: "one" }), newPr(2, { title: "two" }));
  const first = await rendered(ledger, { prNumber: 1 }, "2026-11-22T02:00:00Z");
  await rendered(ledger, { prNumber: 2 }, "2026-11-22T01:00:00Z");
  const { json, markdown } = await made(ledger);
  assert.equal(markdown, first.markdown);
  assert.deepEqual([json.prReport, json.number, json.generatedAt], [
    "prreport.octocat~hello-world~1~private",
    1,
    "2026-11-22T02:00:00Z",
  ]);
  assert.deepEqual([json.facts, json.sources], [first.facts, first.sources]);
});

Deno.test("times of pages are compared as times, whatever their fractions", async () => {
  const ledger = ledgerOf(newPr(1), newPr(2));
  await rendered(ledger, { prNumber: 1 }, "2026-11-22T01:00:00.500Z");
  await rendered(ledger, { prNumber: 2 }, "2026-11-22T01:00:00Z");
  assert.equal((await made(ledger)).json.number, 1);
});

Deno.test("after a run about one pull request it is about that one", async () => {
  const ledger = ledgerOf(newPr(1), newPr(2, { title: "two" }));
  await rendered(ledger, { prNumber: 1 }, "2026-11-22T02:00:00Z");
  const { json, markdown } = await made(ledger, { methodArgs: { prNumber: 2 } });
  assert.deepEqual([json.prReport, json.number], [null, 2]);
  assert.match(markdown, /^# octocat\/Hello-World\\#\u200b2 two$/m);
  assert.equal((await made(ledger, { methodArgs: { prNumber: "1" } })).json.number, 1);
});

Deno.test("without a page it is the same page of the open pull request that changed last", async () => {
  const ledger = ledgerOf(
    newPr(1, { updatedAt: "2026-03-01T00:00:00Z" }),
    newPr(2, { updatedAt: "2026-04-01T00:00:00Z" }),
    newPr(3, { updatedAt: "2026-05-01T00:00:00Z", state: "merged" }),
  );
  const { json, markdown } = await made(ledger);
  assert.deepEqual([json.prReport, json.number], [null, 2]);
  const { markdown: same } = await rendered(ledger, { prNumber: 2 }, "2026-11-22T02:00:00Z");
  assert.equal(markdown, same);
});

Deno.test("private events are absent unless the behavior shows them: pages, names and all", async () => {
  const ledger = ledgerOf(newPr(1));
  ledger.events({ subjectType: "pr", number: 1 }, [
    newEvent("2026-02-01T00:00:00Z", { visibility: "private", body: "hushed" }),
  ]);
  await rendered(ledger, { prNumber: 1 }, "2026-11-22T02:00:00Z");
  ledger.put("prReport", "prreport.octocat~hello-world~hushed~private", { includePrivate: true });
  ledger.put("prReport", "prreport.octocat~hello-world~hushed", { markdown: "hushed" });
  const globals = [
    { ...OWN, includePrivateEvents: false },
    { ...OWN, includePrivateEvents: "false" },
    // What cannot be known publishes nothing.
    { ...OWN, includePrivateEvents: "${{ env.SHOW }}" },
  ];
  for (const globalArgs of globals) {
    const { json, markdown } = await made(ledger, { globalArgs });
    assert.doesNotMatch(JSON.stringify(json) + markdown, /hushed|~private/);
    assert.equal(json.includePrivate, false);
  }
  const shown = await made(ledger);
  assert.match(shown.markdown, /hushed/);
  assert.equal(shown.json.prReport, "prreport.octocat~hello-world~1~private");
});

Deno.test("a public page is shown where private ones are not", async () => {
  const ledger = ledgerOf(newPr(1));
  await rendered(ledger, { prNumber: 1, includePrivate: false }, "2026-11-22T01:00:00Z");
  await rendered(ledger, { prNumber: 1 }, "2026-11-22T02:00:00Z");
  const hidden = await made(ledger, { globalArgs: { ...OWN, includePrivateEvents: false } });
  assert.equal(hidden.json.prReport, "prreport.octocat~hello-world~1");
  assert.equal((await made(ledger)).json.prReport, "prreport.octocat~hello-world~1~private");
});

Deno.test("a broken page is listed, and the next newest is shown", async () => {
  const ledger = ledgerOf(newPr(1));
  await rendered(ledger, { prNumber: 1 }, "2026-11-22T01:00:00Z");
  ledger.put("prReport", "prreport.octocat~hello-world~2", { includePrivate: false, markdown: 1 });
  const { json, markdown } = await made(ledger);
  assert.equal(json.number, 1);
  assert.deepEqual(json.broken.map(({ name }) => name), ["prreport.octocat~hello-world~2"]);
  assert.match(markdown, /## Not readable/);
});

Deno.test("without data it says which method to run", async () => {
  assert.match((await made(ledgerOf())).markdown, /Run `sync_github_prs`/);
  assert.match((await made(ledgerOf(), { globalArgs: {} })).markdown, /set owner and repo/);
  const asked = await made(ledgerOf(), { methodArgs: { prNumber: 7 } });
  assert.match(asked.markdown, /it is not stored\. Run sync/);
  assert.deepEqual([asked.json.number, asked.json.facts], [7, null]);
});
