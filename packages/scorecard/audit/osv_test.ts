import assert from "node:assert/strict";
import type { AuditOptions } from "./options.ts";
import { vulnerabilitiesOf } from "./osv.ts";

const budget = new AbortController().signal;

/** OSV, which gives one answer after the other and then the last one again. */
function answering(...answers: (object | number)[]) {
  const asked: unknown[] = [];
  const options = {
    fetch: ((_url: string, { body }: { body: string }) => {
      const answer = answers[Math.min(asked.length, answers.length - 1)]!;
      asked.push(JSON.parse(body));
      return Promise.resolve(
        typeof answer === "number" ? new Response("", { status: answer }) : Response.json(answer),
      );
    }) as unknown as typeof fetch,
    osvUrl: "https://osv.example",
  } as AuditOptions;
  return { asked, find: () => vulnerabilitiesOf("a", "1.0.0", options, budget) };
}
const advisory = (id: string, more: object = {}) => ({ id, ...more });

Deno.test("osv: the package and its version are asked about, page after page", async () => {
  const { asked, find } = answering(
    { vulns: [advisory("A")], next_page_token: "2" },
    { vulns: [advisory("B", { summary: "Bad" })] },
  );
  assert.deepEqual(await find(), [
    { id: "A", severity: "UNKNOWN", summary: "" },
    { id: "B", severity: "UNKNOWN", summary: "Bad" },
  ]);
  const question = { package: { name: "a", ecosystem: "npm" }, version: "1.0.0" };
  assert.deepEqual(asked, [question, { ...question, page_token: "2" }]);
});

Deno.test("osv: an answer without vulnerabilities is none, an empty token ends the pages", async () => {
  assert.deepEqual(await answering({}).find(), []);
  assert.deepEqual(await answering({ vulns: [], next_page_token: "" }).find(), []);
});

Deno.test("osv: a withdrawn vulnerability does not count", async () => {
  const withdrawn = advisory("A", { withdrawn: "2026-01-01T00:00:00Z" });
  const found = await answering({ vulns: [withdrawn, advisory("B")] }).find();
  assert.deepEqual(found.map(({ id }) => id), ["B"]);
});

Deno.test("osv: a summary is cut at 300 characters", async () => {
  const summary = `${"a".repeat(299)}bc`;
  const [found] = await answering({ vulns: [advisory("A", { summary })] }).find();
  assert.equal(found!.summary, `${"a".repeat(299)}b`);
});

Deno.test("osv: an answer in another form is an error, never no vulnerability", async () => {
  const cases: [object | number, RegExp][] = [
    [404, /answered 404/],
    [500, /answered 500/],
    [{ vulns: {} }, /without a list/],
    [{ vulns: null }, /without a list/],
    [{ vulns: [null] }, /without an id/],
    [{ vulns: [{ id: 1 }] }, /without an id/],
    [{ vulns: [advisory("A"), {}] }, /without an id/],
  ];
  for (const [answer, message] of cases) {
    await assert.rejects(answering(answer).find(), { outcome: "error", message });
  }
});

Deno.test("osv: ten pages are read, more is an error rather than a part of the answer", async () => {
  const page = (at: number) => ({ vulns: [advisory(`A${at}`)], next_page_token: `${at + 1}` });
  const pages = Array.from({ length: 9 }, (_, at) => page(at + 1));
  const last = { vulns: [advisory("A10")] };
  assert.equal((await answering(...pages, last).find()).length, 10);
  const endless = answering(...pages, page(10), last);
  await assert.rejects(endless.find(), { outcome: "error", message: /more than 10 pages/ });
  assert.equal(endless.asked.length, 10);
});
