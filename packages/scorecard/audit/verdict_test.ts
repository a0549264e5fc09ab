import assert from "node:assert/strict";
import fc from "fast-check";
import type { Evidence, Severity } from "./evidence.ts";
import { blockersOf, warningsOf } from "./verdict.ts";

const NOW = new Date("2026-11-21T00:00:00Z");

const HEALTHY: Evidence = {
  version: "1.0.0",
  deprecated: null,
  license: "MIT",
  maintainers: 2,
  lastPublishedAt: "2026-11-01T00:00:00.000Z",
  weeklyDownloads: 1_000_000,
  vulnerabilities: [],
  askedAt: "2026-11-20T00:00:00.000Z",
};

const vulnerable = (...severities: Severity[]): Evidence => ({
  ...HEALTHY,
  vulnerabilities: severities.map((severity, at) => ({ id: `GHSA-${at}`, severity, summary: "" })),
});
const warnings = (change: Partial<Evidence>) => warningsOf({ ...HEALTHY, ...change }, NOW);

/** Spec §2.6, transcribed by hand: what a severity does. */
const SEVERITIES: [Severity, "blocks" | "warns" | "passes"][] = [
  ["LOW", "passes"],
  ["MEDIUM", "warns"],
  ["HIGH", "blocks"],
  ["CRITICAL", "blocks"],
  ["UNKNOWN", "blocks"],
];

for (const [severity, does] of SEVERITIES) {
  Deno.test(`verdict: a vulnerability of severity ${severity} ${does} (spec §2.6)`, () => {
    const evidence = vulnerable(severity);
    assert.equal(blockersOf(evidence).length, does === "blocks" ? 1 : 0);
    assert.equal(warningsOf(evidence, NOW).length, does === "warns" ? 1 : 0);
  });
}

const evidence: fc.Arbitrary<Evidence> = fc.record({
  version: fc.constant("1.0.0"),
  deprecated: fc.option(fc.string()),
  license: fc.option(fc.constantFrom("MIT", "GPL-3.0-only", "")),
  maintainers: fc.nat(3),
  lastPublishedAt: fc.option(fc.constantFrom("2026-11-01T00:00:00Z", "2019-01-01T00:00:00Z")),
  weeklyDownloads: fc.option(fc.nat(2000)),
  vulnerabilities: fc.array(fc.record({
    id: fc.constant("GHSA-x"),
    severity: fc.constantFrom(...SEVERITIES.map(([severity]) => severity)),
    summary: fc.string(),
  })),
  askedAt: fc.constant("2026-11-20T00:00:00Z"),
});

Deno.test("verdict: only deprecation and the three severities block, whatever else is amiss", () => {
  fc.assert(fc.property(evidence, (one) => {
    const blocking = one.vulnerabilities.filter(({ severity }) =>
      !["LOW", "MEDIUM"].includes(severity)
    );
    const expected = blocking.length + (one.deprecated === null ? 0 : 1);
    assert.equal(blockersOf(one).length, expected);
  }));
});

Deno.test("verdict: a healthy dependency has neither blockers nor warnings", () => {
  assert.deepEqual(blockersOf(HEALTHY), []);
  assert.deepEqual(warnings({}), []);
});

/** The allowlist of spec §2.6, transcribed by hand. */
const ALLOWED = "MIT Apache-2.0 BSD-2-Clause BSD-3-Clause ISC 0BSD MPL-2.0 Unlicense CC0-1.0"
  .split(" ");

for (const license of ALLOWED) {
  Deno.test(`verdict: license ${license} is on the list (spec §2.6)`, () => {
    assert.deepEqual(warnings({ license }), []);
  });
}

Deno.test("verdict: an expression is on the list when every license in it is", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...ALLOWED), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(" OR ", " AND ", ") or ("),
      fc.option(fc.constantFrom("GPL-3.0-only", "SEE LICENSE IN x", "mit", "MIT-0", "UNLICENSED")),
      (allowed, operator, foreign) => {
        const license = `(${[...allowed, ...foreign === null ? [] : [foreign]].join(operator)})`;
        assert.equal(warnings({ license }).length, foreign === null ? 0 : 1, license);
      },
    ),
  );
});

Deno.test("verdict: no license, or none in the words given, warns", () => {
  for (const license of [null, "", "()", " OR "]) {
    assert.equal(warnings({ license }).length, 1, `${license}`);
  }
});

Deno.test("verdict: 999 downloads a week warn, 1,000 do not, an unknown figure does not", () => {
  assert.equal(warnings({ weeklyDownloads: 999 }).length, 1);
  assert.equal(warnings({ weeklyDownloads: 0 }).length, 1);
  assert.deepEqual(warnings({ weeklyDownloads: 1000 }), []);
  assert.deepEqual(warnings({ weeklyDownloads: null }), []);
});

Deno.test("verdict: 24 months to the day do not warn, a moment more does", () => {
  assert.deepEqual(warnings({ lastPublishedAt: "2024-11-21T00:00:00.000Z" }), []);
  assert.equal(warnings({ lastPublishedAt: "2024-11-20T23:59:59.999Z" }).length, 1);
  assert.deepEqual(warnings({ lastPublishedAt: null }), []);
});

Deno.test("verdict: no maintainer warns, a single one does not", () => {
  assert.equal(warnings({ maintainers: 0 }).length, 1);
  assert.deepEqual(warnings({ maintainers: 1 }), []);
});

Deno.test("verdict: everything amiss at once is said one by one", () => {
  const all = warningsOf({
    ...vulnerable("MEDIUM", "MEDIUM"),
    license: null,
    maintainers: 0,
    weeklyDownloads: 3,
    lastPublishedAt: "2020-02-03T00:00:00Z",
  }, NOW);
  assert.deepEqual(all, [
    "MEDIUM vulnerability GHSA-0",
    "MEDIUM vulnerability GHSA-1",
    "names no license",
    "has no maintainers listed",
    "has 3 weekly downloads, fewer than 1000",
    "was last published on 2020-02-03, more than 24 months ago",
  ]);
});
