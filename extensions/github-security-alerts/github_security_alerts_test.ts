import assert from "node:assert/strict";
import type { AlertsDocument, RunDocument } from "../platform/alerts/document.ts";
import type { Scanner } from "../platform/alerts/scanner.ts";
import { newAlert, newDocument, newRun, newUnavailable } from "../testing/alerts.ts";
import { runAll } from "../testing/run.ts";
import { model } from "./github_security_alerts.ts";
import type { Payloads } from "./messages/payloads.ts";

/** The scanners behind the arguments of `build`. */
const ARGUMENTS = {
  dependabot: "dependabot",
  codeScanning: "code-scanning",
  secretScanning: "secret-scanning",
} as const satisfies Record<string, Scanner>;

type Runs = Record<keyof typeof ARGUMENTS, RunDocument>;

/** Clean runs of all three scanners over these repositories, changed as a test needs it. */
function cleanRuns(repos: readonly string[], change: Partial<Runs> = {}): Runs {
  const run = (scanner: Scanner) =>
    newRun(scanner, repos.map((repo) => newDocument(scanner, repo)));
  return {
    dependabot: run("dependabot"),
    codeScanning: run("code-scanning"),
    secretScanning: run("secret-scanning"),
    ...change,
  };
}

/** Runs `build` with the runs given as documents, or as names of behaviors that have them. */
async function build(
  repos: readonly string[],
  runs: Record<keyof typeof ARGUMENTS, unknown>,
  { stored = {}, org = "acme" }: { stored?: Record<string, unknown>; org?: string } = {},
) {
  const lines: string[] = [];
  const { written, error } = await runAll(model, "build", { repos, ...runs }, {
    globalArgs: { org },
    context: {
      readModelData: (behavior: string, spec: string) => {
        assert.equal(spec, "run");
        const attributes = stored[behavior];
        if (attributes instanceof Error) return Promise.reject(attributes);
        return Promise.resolve(attributes === undefined ? [] : [{ name: "run", attributes }]);
      },
    },
    log: (line) => void lines.push(line),
  });
  const data = written[0]?.data as unknown as Payloads | undefined;
  return { data, written, error, lines };
}

const repos = ["acme/a", "acme/b", "acme/c"];

Deno.test("each repository with open alerts has one message, in the order asked for", async () => {
  const runs = cleanRuns(repos, {
    dependabot: newRun("dependabot", [
      newDocument("dependabot", "acme/a", [newAlert.dependabot()]),
      newDocument("dependabot", "acme/b"),
      newDocument("dependabot", "acme/c", [
        newAlert.dependabot({ number: 1, severity: "low" }),
        newAlert.dependabot({ number: 2, severity: "low" }),
      ]),
    ]),
    secretScanning: newRun("secret-scanning", [
      newDocument("secret-scanning", "acme/a", [newAlert["secret-scanning"]()]),
      newDocument("secret-scanning", "acme/b"),
      newDocument("secret-scanning", "acme/c"),
    ]),
  });
  const { data, written, error } = await build(["c", "a", "b"], runs);
  assert.equal(error, undefined);
  assert.deepEqual(written.map(({ spec, name }) => [spec, name]), [["payloads", "payloads"]]);
  assert.deepEqual(data!.payloads.map(({ repo, total, worst }) => [repo, total, worst]), [
    ["acme/c", 2, "low"],
    ["acme/a", 2, "critical"],
  ]);
  assert.deepEqual(data!.quietRepos, ["acme/b"]);
  assert.deepEqual(data!.unavailable, []);
});

Deno.test("the newest runs of behaviors are read by their names", async () => {
  const { dependabot, codeScanning, secretScanning } = cleanRuns(repos);
  const stored = { deps: dependabot, code: codeScanning, secrets: secretScanning };
  const names = { dependabot: "deps", codeScanning: "code", secretScanning: "secrets" };
  const { data, error } = await build(repos, names, { stored });
  assert.equal(error, undefined);
  assert.deepEqual(data!.quietRepos, repos);
});

Deno.test("a scanner that is off somewhere is coverage, and is said", async () => {
  const runs = cleanRuns(["acme/a", "acme/b"], {
    dependabot: newRun("dependabot", [
      newDocument("dependabot", "acme/a", [newAlert.dependabot()]),
      newUnavailable("dependabot", "acme/b", "archived"),
    ]),
    codeScanning: newRun("code-scanning", [
      newUnavailable("code-scanning", "acme/a", "no-analysis"),
      newDocument("code-scanning", "acme/b"),
    ]),
  });
  const { data, error } = await build(["a", "b"], runs);
  assert.equal(error, undefined);
  assert.deepEqual(data!.unavailable, [
    { repo: "acme/a", scanner: "code-scanning", reason: "no-analysis" },
    { repo: "acme/b", scanner: "dependabot", reason: "archived" },
  ]);
  assert.deepEqual(data!.quietRepos, ["acme/b"]);
  assert.match(JSON.stringify(data!.payloads), /Not covered: Code scanning \(no analysis yet\)/);
});

Deno.test("capitals do not tell repositories or organisations apart", async () => {
  const { data, error } = await build(["A", "acme/B", "ACME/a"], cleanRuns(["Acme/a", "acme/b"]), {
    org: "ACME",
  });
  assert.equal(error, undefined);
  assert.deepEqual(data!.quietRepos, ["ACME/A", "ACME/B"]);
});

Deno.test("a repository of a run that was not requested is left out, and the log says so", async () => {
  const { data, lines } = await build(["a"], cleanRuns(["acme/a", "acme/z"]));
  assert.deepEqual(data!.quietRepos, ["acme/a"]);
  assert.deepEqual(lines, [
    "dependabot: acme/z was not requested",
    "codeScanning: acme/z was not requested",
    "secretScanning: acme/z was not requested",
  ]);
});

Deno.test("the same runs give the same bytes, whatever the order of their documents", async () => {
  const documents = repos.map((repo, index) =>
    newDocument(
      "dependabot",
      repo,
      Array.from({ length: 30 }, (_, number) =>
        newAlert.dependabot({ number: (number * 7 + index) % 30 + 1, title: `Title ${number}` })),
    )
  );
  const bytes = async (all: AlertsDocument[]) => {
    const { data } = await build(
      repos,
      cleanRuns(repos, { dependabot: newRun("dependabot", all) }),
    );
    return JSON.stringify({ ...data, builtAt: "" });
  };
  const shuffled = documents.toReversed().map((document) => ({
    ...document,
    alerts: document.alerts.toReversed(),
  }));
  assert.equal(await bytes(documents), await bytes(shuffled));
});

const MISSING: Record<string, [change: (runs: Runs) => Record<string, unknown>, message: RegExp]> =
  {
    "a repository that one run lacks": [
      (runs) => ({ ...runs, codeScanning: without(runs.codeScanning, "acme/b") }),
      /- codeScanning: acme\/b is not in the run/,
    ],
    "a repository that could not be read": [
      (runs) => ({
        ...runs,
        dependabot: newRun("dependabot", [
          ...without(runs.dependabot, "acme/c").documents,
          newUnavailable("dependabot", "acme/c", "not-found"),
        ]),
      }),
      /- dependabot: acme\/c could not be read when the run was made: not-found/,
    ],
    "a run about another organisation": [
      (runs) => ({ ...runs, secretScanning: { ...runs.secretScanning, org: "other" } }),
      /- secretScanning: the run is about other, not acme/,
    ],
    "a run that is more than a day older than another": [
      (runs) => ({
        ...runs,
        dependabot: { ...runs.dependabot, finishedAt: "2026-11-19T09:59:59Z" },
      }),
      /- dependabot: the run is 24 hours older than the newest/,
    ],
    "a run of another scanner": [
      (runs) => ({ ...runs, codeScanning: runs.dependabot }),
      /- codeScanning: the run is of dependabot, but must be of code-scanning/,
    ],
    "a document that is not a run": [
      (runs) => ({ ...runs, codeScanning: { hello: "world" } }),
      /- codeScanning: the run is of no scanner/,
    ],
    "a run that somebody changed": [
      (runs) => ({ ...runs, dependabot: { ...runs.dependabot, documents: [{ repo: "acme/a" }] } }),
      /- dependabot: the run has an unexpected format: .* at documents\.0/,
    ],
    "a behavior that has no run": [
      (runs) => ({ ...runs, dependabot: "deps" }),
      /- dependabot: 'deps' has no run: run 'list' of a behavior of the type @svc\/github\/dependabot\/alerts/,
    ],
  };

for (const [what, [change, message]] of Object.entries(MISSING)) {
  Deno.test(`${what} is refused by name, and nothing is written`, async () => {
    const runs = change(cleanRuns(repos)) as Record<keyof typeof ARGUMENTS, unknown>;
    const { error, written } = await build(repos, runs);
    assert.match(error!.message, /^The runs do not cover all of acme:\n/);
    assert.match(error!.message, message);
    assert.equal(error!.message.split("\n").length, 2);
    assert.deepEqual(written, []);
  });
}

Deno.test("every gap is named at once", async () => {
  const runs = cleanRuns(repos);
  const { error } = await build(repos, {
    dependabot: without(runs.dependabot, "acme/a"),
    codeScanning: { ...without(runs.codeScanning, "acme/b"), org: "other" },
    secretScanning: "nothing",
  });
  const gaps = error!.message.split("\n").slice(1).map((line) => line.split(" ").slice(1, 3));
  assert.deepEqual(gaps, [
    ["secretScanning:", "'nothing'"],
    ["codeScanning:", "the"],
    ["dependabot:", "acme/a"],
    ["codeScanning:", "acme/b"],
  ]);
});

Deno.test("a behavior whose data may not be read is a gap that says why", async () => {
  const stored = { theirs: new Error("net was not granted") };
  const { error } = await build(repos, { ...cleanRuns(repos), dependabot: "theirs" }, { stored });
  assert.match(error!.message, /- dependabot: net was not granted/);
});

Deno.test("a repository of another owner is named in full", async () => {
  assert.equal((await build(["other/a"], cleanRuns(["other/a"]))).error, undefined);
  const { error } = await build(["other/a"], cleanRuns(["acme/a"]));
  assert.match(error!.message, /other\/a is not in the run/);
});

Deno.test("runs that are a day apart to the second are taken together", async () => {
  const runs = cleanRuns(repos);
  runs.dependabot.finishedAt = "2026-11-19T10:00:00Z";
  assert.equal((await build(repos, runs)).error, undefined);
});

function without(run: RunDocument, repo: string): RunDocument {
  return newRun(run.scanner, run.documents.filter((document) => document.repo !== repo));
}
