// Stored documents that would have a repository with open alerts reported as clean.
import assert from "node:assert/strict";
import type { AlertsDocument, RunDocument } from "../../platform/alerts/document.ts";
import type { Scanner } from "../../platform/alerts/scanner.ts";
import { countsOf } from "../../platform/alerts/severity.ts";
import { newAlert, newDocument, newRun } from "../../testing/alerts.ts";
import { runAll } from "../../testing/run.ts";
import { model } from "../github_security_alerts.ts";

const REPO = "acme/a";
const clean = (scanner: Scanner) => newRun(scanner, [newDocument(scanner, REPO)]);

async function build(dependabot: RunDocument) {
  const runs = {
    dependabot,
    codeScanning: clean("code-scanning"),
    secretScanning: clean("secret-scanning"),
  };
  const { written, error } = await runAll(model, "build", { repos: [REPO], ...runs }, {
    globalArgs: { org: "acme" },
  });
  return { written, message: error?.message };
}

const alert = newAlert.dependabot();
const open = (change: Partial<AlertsDocument> = {}) =>
  newDocument("dependabot", REPO, [alert], change);
const quiet = (change: Partial<AlertsDocument> = {}) => newDocument("dependabot", REPO, [], change);

Deno.test("honest runs without alerts are clean", async () => {
  const { written, message } = await build(clean("dependabot"));
  assert.equal(message, undefined);
  assert.deepEqual(written[0]?.data.quietRepos, [REPO]);
});

for (
  const [name, documents, said] of [
    ["counts fewer alerts than it lists", [open({ counts: countsOf([]) })], /counts/],
    ["counts alerts that it does not list", [quiet({ counts: countsOf([alert]) })], /counts/],
    ["is not available for no reason", [quiet({ available: false })], /reason/],
    ["is available and says why it is not", [quiet({ reason: "disabled" })], /reason/],
    [
      "is not available but lists alerts",
      [open({ available: false, reason: "disabled" })],
      /not available/,
    ],
    ["was cut before its first alert", [quiet({ truncated: true })], /truncated/],
    ["stands beside another of the same repository", [open(), quiet()], /twice/],
    [
      "stands beside another of a name in capitals",
      [open(), newDocument("dependabot", "ACME/A")],
      /twice/,
    ],
  ] as const
) {
  Deno.test(`a document that ${name} is a gap, and nothing is written`, async () => {
    const { written, message } = await build(newRun("dependabot", documents));
    assert.match(message ?? "it was taken", said);
    assert.match(message!, /dependabot: .*acme\/a/i);
    assert.deepEqual(written, []);
  });
}
