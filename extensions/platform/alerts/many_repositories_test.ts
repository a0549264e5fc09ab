import assert from "node:assert/strict";
import { leastScanRequests, SCANNED_ORG, startManyScanned } from "@svc/fakes/codehost";
import { model as codeScanning } from "../../github-code-scanning/github_code_scanning.ts";
import { model as dependabot } from "../../github-dependabot/github_dependabot.ts";
import { model as secretScanning } from "../../github-secret-scanning/github_secret_scanning.ts";
import { scan } from "../../testing/scanner.ts";

Deno.test("300 repositories are scanned by all three within 1,200 requests, and none is needless", async () => {
  const { host, names } = await startManyScanned(300);
  await using _ = host;
  for (const model of [codeScanning, dependabot, secretScanning]) {
    const { run, error } = await scan(model, host, names);
    assert.equal(error, undefined);
    assert.equal(run!.complete, true);
    assert.deepEqual(run!.requestedRepos, names.map((name) => `${SCANNED_ORG}/${name}`));
  }
  const alerts = host.received.filter(({ path }) => path.startsWith("/repos/"));
  assert.equal(alerts.length, leastScanRequests(host, names));
  assert.ok(host.received.length <= 1200, `${host.received.length} requests`);
});
