import assert from "node:assert/strict";
import { SCANNED_TOKEN } from "@svc/fakes/codehost";
import { askedPaths, onRepositories, scan } from "../testing/scanner.ts";
import { model } from "./github_dependabot.ts";

const ALERTS = "/repos/acme/one/dependabot/alerts";

Deno.test(
  "an alert is written with its package, advisory and fix",
  onRepositories(["one"], async (host) => {
    host.alerts.of("acme/one").dependabot.alerts.push({
      package: "lodash",
      severity: "critical",
      summary: "Command injection",
      manifestPath: "web/package-lock.json",
      firstPatchedVersion: "4.17.21",
      createdAt: "2026-10-01T00:00:00Z",
    });
    const { documents, names, run } = await scan(model, host, ["one"]);
    assert.deepEqual(names, ["alerts.acme~one", "run"]);
    const [document] = documents;
    assert.deepEqual(document!.alerts, [{
      number: 1,
      severity: "critical",
      title: "Command injection",
      url: `${host.url}/acme/one/security/dependabot/1`,
      createdAt: "2026-10-01T00:00:00Z",
      updatedAt: "2026-10-01T00:00:00Z",
      package: "lodash",
      ecosystem: "npm",
      manifestPath: "web/package-lock.json",
      scope: "runtime",
      relationship: "direct",
      ghsaId: "GHSA-0001-2222-3333",
      cveId: null,
      vulnerableRange: "< 2.0.0",
      firstPatchedVersion: "4.17.21",
    }]);
    assert.equal(document!.available, true);
    assert.equal(document!.counts.critical, 1);
    assert.deepEqual(run!.documents, documents);
    assert.equal(run!.complete, true);
  }),
);

Deno.test(
  "a list of several pages is followed by its cursors, and shown by number",
  onRepositories(["one"], async (host) => {
    const { dependabot } = host.alerts.of("acme/one");
    for (let count = 0; count < 250; count++) {
      dependabot.alerts.push({ state: count === 100 ? "fixed" : "open" });
    }
    const { documents: [document] } = await scan(model, host, ["one"]);
    const numbers = document!.alerts.map(({ number }) => number);
    assert.deepEqual(
      numbers,
      Array.from({ length: 250 }, (_, index) => 250 - index).filter((number) => number !== 101),
    );
    assert.equal(document!.counts.total, 249);
    assert.equal(document!.truncated, false);
    const queries = host.received.map(({ path }) => new URL(path, host.url).searchParams);
    assert.deepEqual(queries.map((query) => query.has("after")), [false, true, true]);
    assert.ok(queries.every((query) => query.get("per_page") === "100" && !query.has("page")));
  }),
);

Deno.test(
  "documents come in the order asked for, each repository once",
  onRepositories(["b", "a", "c"], async (host) => {
    // The first answers last.
    const { promise, resolve } = Promise.withResolvers<void>();
    host.answerNext("/repos/acme/b/", async () => {
      await promise;
      return Response.json([]);
    });
    host.answerNext("/repos/acme/c/", () => {
      resolve();
      return Response.json([]);
    });
    const repos = ["b", "acme/a", "A", "c", "ACME/b"];
    const { names, run } = await scan(model, host, repos);
    assert.deepEqual(names, ["alerts.acme~b", "alerts.acme~a", "alerts.acme~c", "run"]);
    assert.deepEqual(run!.requestedRepos, ["acme/b", "acme/a", "acme/c"]);
  }),
);

Deno.test(
  "what is not a repository is refused by name before anything is asked",
  onRepositories(["one"], async (host) => {
    const { error, names } = await scan(model, host, ["one", "../three", "four five"]);
    assert.match(error!.message, /'\.\.\/three' is not a repository/);
    assert.match(error!.message, /'four five' is not a repository/);
    assert.deepEqual([names, host.received.length], [[], 0]);
  }),
);

Deno.test(
  "a repository without the alerts is unavailable, and the run succeeds",
  onRepositories(["on", "off"], async (host) => {
    host.alerts.of("acme/off").dependabot.state = "off";
    const { documents, run, error } = await scan(model, host, ["off", "on"]);
    assert.equal(error, undefined);
    assert.deepEqual(documents.map(({ available, reason }) => [available, reason]), [
      [false, "disabled"],
      [true, null],
    ]);
    assert.equal(run!.complete, true);
  }),
);

Deno.test(
  "a renamed repository is read under its new name, which is said",
  onRepositories(["before"], async (host) => {
    host.alerts.of("acme/before").dependabot.alerts.push({});
    await host.call("fake-organisation-owner-token", "PATCH", "/repos/acme/before", {
      name: "after",
    });
    const { documents: [document], names } = await scan(model, host, ["before"]);
    assert.equal(document!.repo, "acme/before");
    assert.equal(document!.renamedTo, "acme/after");
    assert.equal(document!.counts.total, 1);
    assert.equal(names[0], "alerts.acme~before");
    host.alerts.of("acme/after").dependabot.state = "off";
    const { documents: [closed] } = await scan(model, host, ["before"]);
    assert.deepEqual([closed!.reason, closed!.renamedTo], ["disabled", "acme/after"]);
  }),
);

Deno.test(
  "a name that is wrong fails the run by name after all was written, and never reads as clean",
  onRepositories(["one", "two"], async (host) => {
    const { documents, run, error } = await scan(model, host, ["one", "tow", "tree", "two"]);
    assert.deepEqual(documents.map(({ available, reason }) => [available, reason]), [
      [true, null],
      [null, "not-found"],
      [null, "not-found"],
      [true, null],
    ]);
    assert.equal(run!.complete, false);
    assert.match(
      error!.message,
      /^2 of 4 repositories could not be read:\nacme\/tow, acme\/tree: it does not exist/,
    );
  }),
);

Deno.test(
  "a failing server is asked again, and then the document says that nothing is known",
  onRepositories(["one", "two"], async (host) => {
    host.failNext(ALERTS, 503, {}, 1);
    assert.equal((await scan(model, host, ["one"])).error, undefined);
    host.failNext(ALERTS, 503, {}, 9);
    const { documents, error } = await scan(model, host, ["one", "two"]);
    assert.deepEqual(documents.map(({ available, reason }) => [available, reason]), [
      [null, "error"],
      [true, null],
    ]);
    assert.equal(documents[0]!.error!.code, "unavailable");
    assert.match(error!.message, /^1 of 2 .*\nacme\/one: .*503/);
    assert.equal(askedPaths(host).filter((path) => path === ALERTS).length, 4);
  }),
);

Deno.test(
  "after a used-up rate limit nothing more is asked, and every repository's document says so",
  onRepositories(["one", "two", "three", "four", "five", "six"], async (host) => {
    const end = Math.ceil(Date.now() / 1000) + 3600;
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": `${end}` };
    host.failNext("/repos", 403, { message: "API rate limit exceeded", headers }, 99);
    const names = ["one", "two", "three", "four", "five", "six"];
    const { documents, error } = await scan(model, host, names);
    assert.equal(documents.length, 6);
    assert.ok(documents.every((document) => document.error!.code === "rate_limited"));
    assert.ok(host.received.length <= 4, `${host.received.length} requests`);
    assert.match(error!.message, /^6 of 6 .*\nacme\/one, acme\/two, .*acme\/six: [^\n]*$/);
    assert.ok(error!.message.includes(new Date(end * 1000).toISOString()), error!.message);
  }),
);

for (
  const [what, status, message, code] of [
    ["a token that is not valid", 401, "Bad credentials", "unauthorized"],
    ["a missing permission", 403, "Resource not accessible by personal access token", "forbidden"],
  ] as const
) {
  Deno.test(
    `${what} is an error and not an unavailable scanner`,
    onRepositories(["one"], async (host) => {
      host.failNext("/repos", status, { message }, 9);
      const { documents: [document], error } = await scan(model, host, ["one"]);
      assert.deepEqual([document!.available, document!.reason], [null, "error"]);
      assert.equal(document!.error!.code, code);
      assert.ok(error);
      assert.ok(!JSON.stringify([document, error.message]).includes(SCANNED_TOKEN));
    }),
  );
}

Deno.test(
  "a repository that is blocked for legal reasons is unavailable",
  onRepositories(["one"], async (host) => {
    host.failNext(ALERTS, 451, { message: "Repository access blocked" });
    const { documents: [document], error } = await scan(model, host, ["one"]);
    assert.deepEqual([document!.available, document!.reason, error], [false, "legal", undefined]);
  }),
);

Deno.test(
  "only alerts are asked for, and the token and the log never meet",
  onRepositories(["one"], async (host) => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const result = await scan(model, host, ["one"], { log });
    assert.deepEqual(askedPaths(host), [ALERTS]);
    assert.ok(!JSON.stringify([result, lines]).includes(SCANNED_TOKEN));
    assert.deepEqual(lines, ["acme/one: 0 open"]);
  }),
);

Deno.test(
  "a cancelled run ends and writes nothing",
  onRepositories(["one"], async (host) => {
    const controller = new AbortController();
    const held = Promise.withResolvers<Response>();
    host.answerNext("/repos", () => {
      controller.abort();
      return held.promise;
    });
    const { names, error } = await scan(model, host, ["one"], { signal: controller.signal });
    held.resolve(Response.json([]));
    assert.deepEqual([names, error?.name], [[], "AbortError"]);
  }),
);
