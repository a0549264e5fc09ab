import assert from "node:assert/strict";
import { type CodeHost, SCANNED_TOKEN } from "@svc/fakes/codehost";
import type { SecretAlert } from "../platform/alerts/alert.ts";
import type { Client } from "../platform/client.ts";
import { askedPaths, onRepositories, scan } from "../testing/scanner.ts";
import { GENERIC_PATTERNS } from "./generic_patterns.ts";
import { model } from "./github_secret_scanning.ts";
import { secretScanning } from "./secret_scanning.ts";

const ALERTS = "/repos/acme/one/secret-scanning/alerts";
const SECRET = "ghp_aSecretThatMustNotBeWritten";

/** What was asked of `secret_type`, request by request; null where it was left out. */
const asked = (host: CodeHost) =>
  host.received.filter(({ path }) => path.startsWith(ALERTS))
    .map(({ path }) => new URL(path, host.url).searchParams.get("secret_type"));

const alertsOf = async (host: CodeHost) => {
  const { documents: [document] } = await scan(model, host, ["one"]);
  return document!.alerts as SecretAlert[];
};

Deno.test(
  "an alert is written with its pattern and place, and never with the secret",
  onRepositories(["one"], async (host) => {
    host.alerts.of("acme/one").secretScanning.alerts.push({
      type: "github_personal_access_token",
      typeName: "GitHub Personal Access Token",
      provider: "GitHub",
      secret: SECRET,
      path: "src/token.ts",
      line: 7,
      createdAt: "2026-10-01T00:00:00Z",
    });
    assert.deepEqual(await alertsOf(host), [{
      number: 1,
      severity: "high",
      title: "GitHub Personal Access Token",
      url: `${host.url}/acme/one/security/secret-scanning/1`,
      createdAt: "2026-10-01T00:00:00Z",
      updatedAt: "2026-10-01T00:00:00Z",
      secretType: "github_personal_access_token",
      secretTypeName: "GitHub Personal Access Token",
      provider: "GitHub",
      generic: false,
      validity: "unknown",
      publiclyLeaked: false,
      multiRepo: false,
      pushProtectionBypassed: false,
      firstLocation: { path: "src/token.ts", line: 7 },
    }]);
  }),
);

Deno.test(
  "generic patterns, which the platform's own list leaves out, are listed",
  onRepositories(["one"], async (host) => {
    const { alerts } = host.alerts.of("acme/one").secretScanning;
    for (const type of GENERIC_PATTERNS) alerts.push({ type, secret: SECRET });
    const found = await alertsOf(host);
    assert.deepEqual(found.map(({ secretType }) => secretType), GENERIC_PATTERNS.toReversed());
    assert.ok(found.every(({ generic, severity }) => generic && severity === "medium"));
    assert.deepEqual(asked(host), [null, GENERIC_PATTERNS.join(",")]);
  }),
);

Deno.test(
  "an alert that is in both lists is written once",
  onRepositories(["one"], async (host) => {
    const { alerts } = host.alerts.of("acme/one").secretScanning;
    alerts.push({ type: "acme_custom", secret: SECRET }, { type: "password", secret: SECRET });
    const [custom] = await host.call("fake-organisation-owner-token", "GET", ALERTS) as object[];
    host.answerNext(`GET ${ALERTS}`, () => Response.json([custom]));
    host.answerNext(`GET ${ALERTS}`, () => Response.json([custom]));
    const found = await alertsOf(host);
    assert.deepEqual(found.map(({ number }) => number), [1]);
  }),
);

for (
  const [what, seed, severity] of [
    ["one that works", { validity: "active" }, "critical"],
    ["one that anybody has seen", { publiclyLeaked: true }, "critical"],
    ["one that works no longer", { validity: "inactive" }, "high"],
  ] as const
) {
  Deno.test(
    `the severity of a secret: ${what} is ${severity}`,
    onRepositories(["one"], async (host) => {
      host.alerts.of("acme/one").secretScanning.alerts.push({
        type: "aws_access_key_id",
        provider: "Amazon",
        secret: SECRET,
        ...seed,
      });
      assert.equal((await alertsOf(host))[0]!.severity, severity);
    }),
  );
}

Deno.test(
  "the secret is asked to be hidden, and is dropped where an old server sends it all the same",
  onRepositories(["one"], async (host) => {
    host.alerts.showsSecrets = true;
    host.alerts.of("acme/one").secretScanning.alerts.push(
      { type: "github_personal_access_token", secret: SECRET },
      { type: "password", secret: SECRET },
    );
    const lines: string[] = [];
    const result = await scan(model, host, ["one"], { log: (line) => void lines.push(line) });
    assert.equal(result.documents[0]!.counts.total, 2);
    assert.ok(!JSON.stringify([result, lines]).includes(SECRET));
    const queries = host.received.map(({ path }) => new URL(path, host.url).searchParams);
    assert.ok(queries.every((query) => query.get("hide_secret") === "true"));
  }),
);

Deno.test(
  "patterns that an older server does not know are found, left out and named",
  onRepositories(["one"], async (host) => {
    host.alerts.unknownSecretTypes.add("password").add("ec_private_key");
    const { alerts } = host.alerts.of("acme/one").secretScanning;
    for (const type of GENERIC_PATTERNS) alerts.push({ type, secret: SECRET });
    // Older ones are enterprise servers, whose API is below a path.
    const baseUrl = `${host.url}/api/v3`;
    const globalArgs = { org: "acme", token: SCANNED_TOKEN, baseUrl };
    const first = await scan(model, host, ["one"], { globalArgs, env: {} });
    assert.deepEqual(first.documents[0]!.patternsUnsupported, ["ec_private_key", "password"]);
    assert.equal(first.documents[0]!.counts.total, GENERIC_PATTERNS.length - 2);
    assert.equal(first.error, undefined);
    // The description of the newest server knows no such answer.
    assert.ok(host.violations.splice(0).every((text) => text.includes("422")));
  }),
);

Deno.test(
  "what is learned of a server spares the other repositories the search",
  onRepositories(["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"], async (host) => {
    host.alerts.unknownSecretTypes.add("password");
    const names = [..."abcdefghij"];
    const { documents } = await scan(model, host, names);
    assert.ok(documents.every((one) => one.patternsUnsupported?.join() === "password"));
    const refused = host.violations.splice(0).length;
    // Four are asked at once, so at most four search.
    assert.ok(refused <= 4 * 5, `${refused} refused requests`);
    assert.ok(host.received.length <= 2 * 10 + 4 * 9, `${host.received.length} requests`);
  }),
);

Deno.test("as many generic alerts as the platform keeps may not be all", async () => {
  for (const [count, truncated] of [[4999, false], [5000, true]] as const) {
    const generic = Array.from({ length: count }, (_, index) => ({
      number: index + 1,
      secret_type: "password",
    }));
    const pages = async function* (_route: string, { secret_type }: { secret_type?: string }) {
      yield await Promise.resolve({ url: "", headers: {}, data: secret_type ? generic : [] });
    };
    const client = { pages } as unknown as Client;
    const reading = await secretScanning().read(client, { owner: "acme", repo: "one" });
    assert.deepEqual([reading.alerts.length, reading.truncated], [count, truncated]);
  }
});

Deno.test(
  "where it is off, one request finds out",
  onRepositories(["one"], async (host) => {
    host.alerts.of("acme/one").secretScanning.state = "off";
    const { documents: [document], error } = await scan(model, host, ["one"]);
    assert.deepEqual([document!.available, document!.reason, error], [
      false,
      "disabled",
      undefined,
    ]);
    assert.equal(askedPaths(host).length, 1);
  }),
);

Deno.test(
  "a visible repository whose secrets the token may not read fails by the permission's name",
  onRepositories(["one"], async (host) => {
    host.alerts.managers.clear();
    const { documents: [document], error } = await scan(model, host, ["one"]);
    assert.deepEqual([document!.available, document!.reason], [null, "error"]);
    assert.match(error!.message, /Give the token "Secret scanning alerts: read"/);
  }),
);

Deno.test(
  "a repository that says its secret scanning is off is unavailable, though the answer gives no reason",
  onRepositories(["one"], async (host) => {
    const repository = await host.call("fake-organisation-owner-token", "GET", "/repos/acme/one");
    const off = { security_and_analysis: { secret_scanning: { status: "disabled" } } };
    host.failNext(ALERTS, 404, { message: "Not Found" });
    host.answerNext("/repos/acme/one", () => Response.json({ ...repository as object, ...off }));
    const { documents: [document], error } = await scan(model, host, ["one"]);
    assert.deepEqual([document!.available, document!.reason, error], [
      false,
      "disabled",
      undefined,
    ]);
  }),
);
