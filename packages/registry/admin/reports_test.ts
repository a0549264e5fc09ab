import assert from "node:assert/strict";
import { collective, personalKey, send, signUp } from "../features/identity/testing.ts";
import { published } from "../testing/extensions/push.ts";
import { besideServer } from "./testing/beside.ts";

Deno.test("an operator lists reports, whose text cannot move the cursor, and closes one with a note", async () => {
  await using beside = await besideServer();
  const { registry, admin, json } = beside;
  const [ada, cy] = [await signUp(registry, "ada"), await signUp(registry, "cy")];
  await collective(registry, ada, "acme");
  await published(registry, (await personalKey(registry, ada)).key, { name: "@acme/hello" });
  assert.equal((await admin("reports")).stdout, "There are no open reports.\n");
  const text = "First line.\nThen \u202eenil dnoces.";
  const answer = await send(registry, "POST /api/v1/reports", {
    cookie: cy.cookie,
    body: { extension: "@acme/hello", version: "2026.01.02.1", category: "name", text },
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));

  const listed = (await admin("reports")).stdout;
  assert.match(listed, /^1 {2}@acme\/hello@2026\.01\.02\.1 {2}Misleading name\n {4}\S+, cy\n/);
  assert.match(listed, /\n {4}First line\.\n {4}Then \\u202eenil dnoces\.\n/);
  const { reports: [report] } = await json(0, "reports");
  assert.deepEqual([report.number, report.text, report.reporter], [1, text, "cy"]);

  const refused: Record<string, [args: string[], code: number, said: RegExp]> = {
    "no note": [["close-report", "1"], 2, /A report is closed with a note/],
    "an empty note": [["close-report", "1", "--note", " "], 2, /closed with a note/],
    "no number": [["close-report", "one", "--note", "x"], 2, /'one' is not the number/],
    "a number without a report": [["close-report", "2", "--note", "x"], 1, /There is no report 2/],
  };
  for (const [what, [args, code, said]] of Object.entries(refused)) {
    const result = await admin(...args);
    assert.equal(result.code, code, what);
    assert.match(result.stderr, said, what);
  }
  assert.match((await admin("close-report", "1", "--note", "Renamed.")).stdout, /1 is closed/);
  const twice = await admin("close-report", "1", "--note", "Again.");
  assert.deepEqual([twice.code, /already closed/.test(twice.stderr)], [1, true]);
  assert.deepEqual((await json(0, "reports")).reports, []);
  assert.match((await admin("reports", "--all")).stdout, /closed \d{4}-\d\d-\d\d:\n {4}Renamed\./);
  const { body } = await send(registry, "GET /api/v1/notifications", { cookie: cy.cookie });
  assert.equal(body.notifications[0].title, "Your report about @acme/hello was closed: Renamed.");
});
