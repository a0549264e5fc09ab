import assert from "node:assert/strict";
import { type FactorId, FACTORS, RUBRIC_VERSION, SERVER_DIVISOR } from "@svc/core/rubric";
import type { DependencyTrust, Outcome } from "@svc/core/wire";
import fc from "fast-check";
import type { Facts } from "../facts/facts.ts";
import { composeScorecard, type Composition } from "./compose.ts";

const URL = "https://github.com/team/tool";
const NOW = "2026-11-21T00:00:00.000Z";

const FACTS: Facts = {
  factsVersion: 1,
  rubricVersion: 1,
  readme: { path: "files/README.md", characters: 500, codeBlocks: 2 },
  licenseFile: "files/LICENSE",
  entryPoints: ["models/a.ts"],
  symbols: { outcome: "passed", total: 10, documented: 8, moduleDocs: [], undocumented: [] },
  slowTypes: { outcome: "passed", total: 0, findings: [] },
};

const BEST: Composition = {
  audience: "server",
  facts: FACTS,
  trust: { outcome: "passed", audited: [] },
  package: { description: "A tool", platforms: [], license: null, repository: URL },
  verification: { outcome: "passed", url: URL, reason: "", checkedAt: NOW },
};

function score(change: Partial<Composition>) {
  const { earnedPoints, maxPoints, percentage, grade } = composeScorecard({ ...BEST, ...change });
  return `${earnedPoints}/${maxPoints} ${percentage}% ${grade}`;
}

function factor(id: string, change: Partial<Composition>) {
  return composeScorecard({ ...BEST, ...change }).factors.find((one) => one.id === id)!;
}

/** Every fact of a version, earned or not, independently. */
const composition: fc.Arbitrary<Composition> = fc.record({
  audience: fc.constantFrom("client" as const, "server" as const),
  facts: fc.record<Facts>({
    factsVersion: fc.constant(1 as const),
    rubricVersion: fc.constant(1),
    readme: fc.option(fc.record({
      path: fc.constant("README.md"),
      characters: fc.constantFrom(0, 499, 500),
      codeBlocks: fc.nat(2),
    })),
    licenseFile: fc.option(fc.constant("LICENSE")),
    entryPoints: fc.constant(["models/a.ts"]),
    symbols: fc.record({
      outcome: fc.constantFrom("passed" as const, "error" as const, "notRun" as const),
      total: fc.constant(10),
      documented: fc.nat(10),
      moduleDocs: fc.constant([]),
      undocumented: fc.constant([]),
    }),
    slowTypes: fc.record({
      outcome: fc.constantFrom("passed" as const, "error" as const, "notRun" as const),
      total: fc.nat(1),
      findings: fc.constant([]),
    }),
  }),
  trust: fc.record({
    outcome: fc.constantFrom<Outcome>("passed", "failed", "error", "notRun"),
    audited: fc.constant([]),
  }),
  package: fc.record({
    description: fc.constantFrom(null, "", " ", "A tool"),
    platforms: fc.constantFrom([], ["linux-x86_64"], ["linux-x86_64", "darwin-aarch64"]),
    license: fc.constantFrom(null, "", "MIT"),
    repository: fc.constantFrom(null, URL, "https://example.com/a/b"),
  }),
  verification: fc.option(fc.record({
    outcome: fc.constantFrom<Outcome>("passed", "failed", "error", "notRun"),
    url: fc.constantFrom(URL, "https://github.com/team/other"),
    reason: fc.constant("said so"),
    checkedAt: fc.constant(NOW),
  })),
});

Deno.test("scorecard: everything earned is 14/14, 100%, grade A on the server", () => {
  assert.equal(score({}), "14/14 100% A");
  assert.equal(SERVER_DIVISOR, 14);
});

Deno.test("scorecard: the client leaves verification out, 12/12 with 2 pending", () => {
  const card = composeScorecard({ ...BEST, audience: "client", verification: null });
  assert.equal(card.provisionalPoints, 2);
  assert.equal(`${card.earnedPoints}/${card.maxPoints} ${card.percentage}%`, "12/12 100%");
  assert.equal(card.allPassed, true);
  assert.equal(factor("repository-verified", { audience: "client" }).status, "provisional");
});

Deno.test("scorecard: where provenance counts, the client's total is 13 for what is signed, and 12 with 3 pending for what is not", () => {
  const client = { ...BEST, audience: "client" as const, verification: null };
  const signed = composeScorecard({ ...client, provenance: { outcome: "passed", reason: "" } });
  assert.equal(`${signed.earnedPoints}/${signed.maxPoints}`, "13/13");
  const unsigned = composeScorecard({ ...client, provenance: { outcome: "notRun", reason: "" } });
  assert.equal(`${unsigned.earnedPoints}/${unsigned.maxPoints}`, "12/12");
  assert.equal(unsigned.provisionalPoints, 3);
  const { status, remediation } = unsigned.factors.at(-1)!;
  assert.deepEqual([status, /--sign/.test(remediation!)], ["provisional", true]);
});

Deno.test("scorecard: the client's total is out of 12 whatever the repository, and says what is amiss", () => {
  for (const repository of [null, "https://example.com/a/b", "http://github.com/a/b"]) {
    const change = {
      audience: "client" as const,
      package: { ...BEST.package, repository },
      verification: null,
    };
    assert.equal(score(change), "12/12 100% A");
    const { findings, remediation } = factor("repository-verified", change);
    assert.equal(findings.length, 1);
    assert.match(remediation!, /Set 'repository'/);
  }
});

Deno.test("scorecard: a lost 2-pointer is a B, a lost 1-pointer an A", () => {
  assert.equal(score({ trust: { outcome: "failed", audited: [] } }), "12/14 85% B");
  assert.equal(score({ package: { ...BEST.package, description: "  " } }), "13/14 92% A");
});

Deno.test("scorecard: 80% of the symbols are enough, less is not, and none at all is all", () => {
  const documented = (documented: number, total: number) =>
    factor("symbols-docs", {
      facts: { ...FACTS, symbols: { ...FACTS.symbols, documented, total } },
    })
      .outcome;
  assert.equal(documented(8, 10), "passed");
  assert.equal(documented(79, 100), "failed");
  assert.equal(documented(0, 0), "passed");
});

Deno.test("scorecard: a README of 500 characters and two blocks is substantive, less is not", () => {
  const rich = (characters: number, codeBlocks: number) => {
    const readme = { path: "README.md", characters, codeBlocks };
    return factor("rich-readme", { facts: { ...FACTS, readme } }).outcome;
  };
  assert.equal(rich(500, 2), "passed");
  assert.equal(rich(499, 2), "failed");
  assert.equal(rich(500, 1), "failed");
});

Deno.test("scorecard: one fenced block is an example, none is not", () => {
  const example = (codeBlocks: number) => {
    const readme = { path: "README.md", characters: 10, codeBlocks };
    return factor("readme-example", { facts: { ...FACTS, readme } }).outcome;
  };
  assert.deepEqual([0, 1].map(example), ["failed", "passed"]);
});

Deno.test("scorecard: slow types cost the point with their places, and so does a linter that failed", () => {
  const slow = (slowTypes: Facts["slowTypes"]) =>
    factor("fast-check", { facts: { ...FACTS, slowTypes } });
  const findings = [{ place: "models/a.ts:3", message: "missing-return-type" }];
  assert.deepEqual(slow({ outcome: "passed", total: 1, findings }).findings, findings);
  const failed = slow({ outcome: "error", problem: "it crashed", total: 0, findings: [] });
  assert.deepEqual([failed.outcome, failed.earnedPoints], ["error", 0]);
  assert.equal(failed.findings[0]!.message, "it crashed");
});

Deno.test("scorecard: a repository that is not verified earns nothing and says why", () => {
  for (const outcome of ["failed", "error", "notRun"] as const) {
    const verification = { ...BEST.verification!, outcome, reason: "the host says no" };
    assert.equal(score({ verification }), "12/14 85% B");
    const result = factor("repository-verified", { verification });
    assert.deepEqual([result.outcome, result.earnedPoints], [outcome, 0]);
    assert.deepEqual(result.findings, [{ place: URL, message: "the host says no" }]);
  }
  assert.equal(factor("repository-verified", { verification: null }).outcome, "notRun");
});

Deno.test("scorecard: a module doc does not stand in for a README", () => {
  const symbols = { ...FACTS.symbols, moduleDocs: ["models/a.ts"] };
  assert.equal(
    factor("has-readme", { facts: { ...FACTS, readme: null, symbols } }).outcome,
    "failed",
  );
});

Deno.test("scorecard: a license counts from the record or from a file", () => {
  const none = { ...FACTS, licenseFile: null };
  assert.equal(factor("has-license", { facts: none }).outcome, "failed");
  const license = { ...BEST.package, license: "MIT" };
  assert.equal(factor("has-license", { facts: none, package: license }).outcome, "passed");
});

Deno.test("scorecard: a verification of another URL does not count", () => {
  const verification = { ...BEST.verification!, url: "https://github.com/team/other" };
  const result = factor("repository-verified", { verification });
  assert.deepEqual([result.outcome, result.earnedPoints], ["notRun", 0]);
});

Deno.test("scorecard: only what passed earns points; could not check is shown as such", () => {
  for (const outcome of ["error", "notRun"] as const) {
    const symbols = { ...FACTS.symbols, outcome, problem: "it stopped" };
    const result = factor("symbols-docs", { facts: { ...FACTS, symbols } });
    assert.deepEqual([result.outcome, result.earnedPoints, result.status], [outcome, 0, "missing"]);
    assert.match(result.findings[0]!.message, /it stopped/);
    assert.match(result.remediation!, /could not be checked/);
  }
});

Deno.test("scorecard: only what other services answer is tried again by itself; else a rescore is", () => {
  const asked = factor("repository-verified", { verification: null });
  assert.match(asked.remediation!, /The registry tries again by itself/);
  const stored = factor("has-readme", { facts: { ...FACTS, readme: undefined } });
  assert.deepEqual([stored.outcome, stored.earnedPoints], ["notRun", 0]);
  assert.doesNotMatch(stored.remediation!, /by itself/);
  assert.match(stored.remediation!, /An owner or admin .* 'Rescore'/);
});

Deno.test("scorecard: blockers are findings, by package and version", () => {
  const trust: DependencyTrust = {
    outcome: "failed",
    audited: [{
      name: "left-pad",
      version: "1.3.0",
      registry: "npm",
      license: "MIT",
      weeklyDownloads: 1,
      lastPublishedAt: null,
      outcome: "failed",
      blockers: ["version 1.3.0 is deprecated: gone"],
      warnings: ["old"],
    }],
  };
  assert.deepEqual(factor("dependency-trust", { trust }).findings, [
    { place: "npm:left-pad@1.3.0", message: "version 1.3.0 is deprecated: gone" },
  ]);
});

Deno.test("scorecard: fifty findings are all listed, of more the last counts those left out", () => {
  const findings = (known: number, missing: number) => {
    const undocumented = Array.from(
      { length: known },
      (_, at) => ({ place: `a.ts:${at}`, message: "x" }),
    );
    const symbols = { ...FACTS.symbols, total: missing, documented: 0, undocumented };
    return factor("symbols-docs", { facts: { ...FACTS, symbols } }).findings;
  };
  for (const count of [1, 49, 50]) {
    assert.deepEqual(findings(count, count).map(({ place }) => place), [
      ...Array.from({ length: count }, (_, at) => `a.ts:${at}`),
    ]);
  }
  for (const missing of [51, 80]) {
    const shown = findings(50, missing);
    assert.equal(shown.length, 50);
    assert.equal(shown[48]!.place, "a.ts:48");
    assert.deepEqual(shown[49], {
      place: "(more)",
      message: `and ${missing - 49} further places`,
    });
  }
});

Deno.test("scorecard: fifty slow types are all listed, of more the last counts those left out", () => {
  const slow = (total: number) => {
    const findings = Array.from({ length: 50 }, (_, at) => ({ place: `a.ts:${at}`, message: "x" }));
    const slowTypes = { outcome: "passed" as const, total, findings };
    return factor("fast-check", { facts: { ...FACTS, slowTypes } }).findings;
  };
  assert.equal(slow(50)[49]!.place, "a.ts:49");
  assert.equal(slow(51)[49]!.message, "and 2 further places");
});

/** What each factor says when it is lost: its place and its words, told by hand. */
const LOST: [
  id: FactorId,
  what: string,
  change: Partial<Composition>,
  place: string,
  message: RegExp,
][] = [
  ["has-readme", "no README", { facts: { ...FACTS, readme: null } }, "README.md", /no README at/],
  ["readme-example", "no README", { facts: { ...FACTS, readme: null } }, "README.md", /no README$/],
  ["readme-example", "no block", readme(500, 0), "files/README.md", /has no fenced code block$/],
  ["rich-readme", "no README", { facts: { ...FACTS, readme: null } }, "README.md", /no README$/],
  ["rich-readme", "too short", readme(499, 2), "files/README.md", /499 of 500 .* 2 of 2 fenced/],
  ["rich-readme", "one block", readme(500, 1), "files/README.md", /500 of 500 .* 1 of 2 fenced/],
  ["description", "none", about({ description: null }), "manifest.yaml description", /is empty/],
  ["has-license", "none", { facts: { ...FACTS, licenseFile: null } }, "LICENSE", /no license/],
  [
    "repository-verified",
    "none",
    about({ repository: null }),
    "manifest.yaml repository",
    /not set/,
  ],
  [
    "repository-verified",
    "empty",
    about({ repository: "" }),
    "manifest.yaml repository",
    /not set/,
  ],
  [
    "repository-verified",
    "elsewhere",
    about({ repository: "https://a.example/b/c" }),
    "https://a.example/b/c",
    /is not on/,
  ],
];

function readme(characters: number, codeBlocks: number): Partial<Composition> {
  return { facts: { ...FACTS, readme: { path: "files/README.md", characters, codeBlocks } } };
}

function about(change: Partial<Composition["package"]>): Partial<Composition> {
  return { package: { ...BEST.package, ...change } };
}

for (const [id, what, change, place, message] of LOST) {
  Deno.test(`scorecard: ${id} lost to ${what} names the place, the fault and the fix`, () => {
    const { outcome, earnedPoints, findings, remediation } = factor(id, change);
    assert.deepEqual([outcome, earnedPoints, findings.length], ["failed", 0, 1]);
    assert.equal(findings[0]!.place, place);
    assert.match(findings[0]!.message, message);
    assert.equal(remediation, FACTORS.find((row) => row.id === id)!.remedy);
  });
}

Deno.test("scorecard: what is earned has no findings and no fix, whatever was found", () => {
  const verification = { ...BEST.verification!, reason: "it is public" };
  const provenance = { outcome: "passed" as const, reason: "signed" };
  for (
    const { findings, remediation } of composeScorecard({ ...BEST, verification, provenance })
      .factors
  ) {
    assert.deepEqual([findings, remediation], [[], undefined]);
  }
});

Deno.test("scorecard: on the client a repository that may be verified has no findings", () => {
  const pending = factor("repository-verified", { audience: "client", verification: null });
  assert.deepEqual([pending.outcome, pending.findings], ["notRun", []]);
  assert.match(pending.remediation!, /when you push/);
});

Deno.test("scorecard: 79.99% of the symbols are not 80%, and rounding is to four decimals", () => {
  const outcome = (documented: number, total: number) =>
    factor("symbols-docs", {
      facts: { ...FACTS, symbols: { ...FACTS.symbols, documented, total } },
    })
      .outcome;
  assert.equal(outcome(7999, 10_000), "failed");
  assert.equal(outcome(799, 1000), "failed");
  assert.equal(outcome(79_994, 100_000), "failed");
  assert.equal(outcome(79_996, 100_000), "passed");
});

Deno.test("scorecard: fifty blockers are all listed, of more the last counts those left out", () => {
  const blocked = (count: number) => {
    const audited = Array.from({ length: count }, (_, at) => ({
      name: `p${at}`,
      version: "1.0.0",
      registry: "npm" as const,
      license: null,
      weeklyDownloads: null,
      lastPublishedAt: null,
      outcome: "failed" as const,
      blockers: ["bad"],
      warnings: [],
    }));
    return factor("dependency-trust", { trust: { outcome: "failed", audited } }).findings;
  };
  assert.equal(blocked(50)[49]!.place, "npm:p49@1.0.0");
  assert.deepEqual(blocked(51).slice(48), [
    { place: "npm:p48@1.0.0", message: "bad" },
    { place: "(more)", message: "and 2 further places" },
  ]);
});

Deno.test("scorecard: with provenance the divisor is 15, and it earns only when it passed", () => {
  assert.equal(score({ provenance: { outcome: "passed", reason: "" } }), "15/15 100% A");
  const provenance = { outcome: "notRun" as const, reason: "unsigned" };
  assert.equal(score({ provenance }), "14/15 93% A");
  assert.deepEqual(factor("provenance", { provenance }).findings, [
    { place: "provenance", message: "unsigned" },
  ]);
});

Deno.test("scorecard: client and server agree on every factor but verification, and on nothing less", () => {
  fc.assert(fc.property(composition, (given) => {
    const client = composeScorecard({ ...given, audience: "client" });
    const server = composeScorecard({ ...given, audience: "server" });
    const others = ({ factors }: typeof client) =>
      factors.filter(({ id }) => id !== "repository-verified");
    assert.deepEqual(others(client), others(server));
    assert.equal(client.maxPoints, 12);
    assert.equal(server.maxPoints, 14);
    const verified = server.factors.find(({ id }) => id === "repository-verified")!;
    assert.equal(client.earnedPoints + verified.earnedPoints, server.earnedPoints);
  }));
});

Deno.test("scorecard: points are earned exactly where the outcome is passed, in the rubric's order", () => {
  fc.assert(fc.property(composition, (given) => {
    const card = composeScorecard(given);
    assert.deepEqual(card.factors.map(({ id }) => id), FACTORS.map(({ id }) => id));
    for (const one of card.factors) {
      assert.equal(one.earnedPoints, one.outcome === "passed" ? one.maxPoints : 0);
      assert.equal(one.remediation === undefined, one.status === "earned");
    }
    assert.equal(card.earnedPoints, card.factors.reduce((sum, one) => sum + one.earnedPoints, 0));
  }));
});

/** The factors of each rubric in order: points, and what of a version's facts each looks at. */
const RUBRICS: Record<number, string[]> = {
  1: [
    "has-readme 2: readme",
    "readme-example 1: readme",
    "rich-readme 1: readme",
    "symbols-docs 1: symbols",
    "fast-check 1: slowTypes",
    "description 1: ",
    "platforms 2: ",
    "has-license 1: licenseFile",
    "repository-verified 2: ",
    "dependency-trust 2: ",
  ],
};

Deno.test("scorecard: a factor, its points and the facts it looks at change only with a new rubric", () => {
  const without = Object.keys(FACTS).map((name) => {
    const { [name as keyof Facts]: _, ...facts } = FACTS;
    return { name, factors: composeScorecard({ ...BEST, facts }).factors };
  });
  const looksAt = (id: FactorId) =>
    without.filter(({ factors }) => factors.find((one) => one.id === id)!.outcome === "notRun")
      .map(({ name }) => name).join(" ");
  assert.deepEqual(
    FACTORS.map(({ id, points }) => `${id} ${points}: ${looksAt(id)}`),
    RUBRICS[RUBRIC_VERSION],
    `Scores are stored under rubric ${RUBRIC_VERSION}, which was another one: raise RUBRIC_VERSION ` +
      "in packages/core/rubric/rubric.ts, and add the new rubric here below those that stand.",
  );
});
