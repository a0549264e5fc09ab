import assert from "node:assert/strict";
import { askedPaths, onRepositories, scan } from "../testing/scanner.ts";
import { model } from "./github_code_scanning.ts";

Deno.test(
  "an alert is written with its rule, tool and place",
  onRepositories(["one"], async (host) => {
    host.alerts.of("acme/one").codeScanning.alerts.push({
      rule: "js/xss",
      description: "Cross-site scripting",
      securitySeverity: "medium",
      path: "web/page.js",
      line: 42,
      createdAt: "2026-10-01T00:00:00Z",
    });
    const { documents: [document], names } = await scan(model, host, ["one"]);
    assert.deepEqual(names, ["alerts.acme~one", "run"]);
    assert.deepEqual(document!.alerts, [{
      number: 1,
      severity: "medium",
      title: "Cross-site scripting",
      url: `${host.url}/acme/one/security/code-scanning/1`,
      createdAt: "2026-10-01T00:00:00Z",
      updatedAt: "2026-10-01T00:00:00Z",
      ruleId: "js/xss",
      ruleName: "js/xss",
      tool: "CodeQL",
      path: "web/page.js",
      line: 42,
      ref: "refs/heads/main",
      commitSha: "1".repeat(40),
      classifications: ["source"],
    }]);
  }),
);

for (
  const [securitySeverity, severity, expected] of [
    ["critical", "note", "critical"],
    ["low", "error", "low"],
    [null, "error", "high"],
    [null, "warning", "medium"],
    [null, "note", "note"],
    [null, "none", "unknown"],
    [null, null, "unknown"],
  ] as const
) {
  Deno.test(
    `a rule of security severity ${securitySeverity} and severity ${severity} counts as ${expected}`,
    onRepositories(["one"], async (host) => {
      host.alerts.of("acme/one").codeScanning.alerts.push({ securitySeverity, severity });
      const { documents: [document] } = await scan(model, host, ["one"]);
      assert.equal(document!.alerts[0]!.severity, expected);
      assert.equal(document!.counts[expected], 1);
    }),
  );
}

Deno.test(
  "pages are followed to the end, and only open alerts are asked for",
  onRepositories(["one"], async (host) => {
    const { codeScanning } = host.alerts.of("acme/one");
    for (let count = 0; count < 201; count++) codeScanning.alerts.push({});
    codeScanning.alerts.push({ state: "dismissed" });
    const { documents: [document] } = await scan(model, host, ["one"]);
    assert.equal(document!.counts.total, 201);
    assert.equal(host.received.length, 3);
    const queries = host.received.map(({ path }) => new URL(path, host.url).searchParams);
    assert.ok(queries.every((query) => query.get("state") === "open" && !query.has("ref")));
  }),
);

for (
  const [state, reason] of [["off", "disabled"], ["no-analysis", "no-analysis"]] as const
) {
  Deno.test(
    `a repository whose code scanning is ${state} is unavailable: ${reason}`,
    onRepositories(["one"], async (host) => {
      host.alerts.of("acme/one").codeScanning.state = state;
      const { documents: [document], run, error } = await scan(model, host, ["one"]);
      assert.deepEqual([document!.available, document!.reason], [false, reason]);
      assert.deepEqual([error, run!.complete, askedPaths(host).length], [undefined, true, 1]);
    }),
  );
}

Deno.test(
  "a token that may see the repository but not its alerts is an error, not a clean repository",
  onRepositories(["one"], async (host) => {
    host.alerts.managers.clear();
    const { documents: [document], error } = await scan(model, host, ["one"]);
    assert.deepEqual([document!.available, document!.reason], [null, "error"]);
    assert.equal(document!.error!.code, "forbidden");
    assert.match(error!.message, /acme\/one/);
  }),
);

Deno.test(
  "a 404 without a reason is decided by the repository: one that is visible lacks the permission",
  onRepositories(["one"], async (host) => {
    const path = "/repos/acme/one/code-scanning/alerts";
    host.failNext(path, 404, { message: "Not Found" });
    const { documents: [document], error } = await scan(model, host, ["one"]);
    assert.equal(document!.available, null);
    assert.match(error!.message, /Give the token "Code scanning alerts: read"/);
    assert.ok(askedPaths(host).includes("/repos/acme/one"));
  }),
);
