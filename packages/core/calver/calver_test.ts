import assert from "node:assert/strict";
import fc from "fast-check";
import { isCalVer, parseCalVer, tryParseCalVer } from "./calver.ts";
import { calVerSortKey, compareCalVer, newestCalVer } from "./compare.ts";
import { nextCalVer } from "./next.ts";

const date = fc.date({
  min: new Date("1000-01-01T00:00:00Z"),
  max: new Date("9999-12-30T00:00:00Z"),
  noInvalidDate: true,
});
const dotted = (day: Date) => day.toISOString().slice(0, 10).replaceAll("-", ".");
const version = fc.tuple(date, fc.bigInt(0n, 10n ** 20n - 1n)).map(([day, counter]) =>
  `${dotted(day)}.${counter}`
);

Deno.test("every real date with a counter is a version and keeps its parts", () => {
  fc.assert(fc.property(date, fc.bigInt(0n, 10n ** 20n - 1n), (day, counter) => {
    const parsed = parseCalVer(`${dotted(day)}.${counter}`);
    assert.deepEqual(parsed, {
      year: day.getUTCFullYear(),
      month: day.getUTCMonth() + 1,
      day: day.getUTCDate(),
      counter,
    });
  }));
});

for (
  const bad of ["2026.02.29.1", "2025.13.01.1", "2025.00.01.1", "2025.01.00.1", "2025.04.31.1"]
    .concat("2100.02.29.1", "2026.1.1.1", "2026.01.01", "2026.01.01.", "2026.01.01.1.1")
    .concat("v2026.01.01.1", "2026-01-01-1", "2026.01.01.-1", "2026.01.01.1a", " 2026.01.01.1", "")
    .concat("2026.01.01.01", "2026.01.01.00", "2026.01.01.007")
    .concat("2026.01.01.1\n", "２026.01.01.1", `2026.01.01.${"9".repeat(21)}`)
) {
  Deno.test(`${JSON.stringify(bad)} is not a version`, () => {
    assert.equal(tryParseCalVer(bad), undefined);
    assert.throws(() => parseCalVer(bad), { code: "validation_failed" });
  });
}

Deno.test("leap days exist in leap years, centuries counted right", () => {
  assert.ok(isCalVer("2024.02.29.1"));
  assert.ok(isCalVer("2000.02.29.1"));
  assert.ok(!isCalVer("1900.02.29.1"));
});

Deno.test("segments compare as numbers, the last one beyond 2^53 too (spec §9.2)", () => {
  assert.ok(compareCalVer("2026.01.01.10", "2026.01.01.9") > 0);
  assert.ok(compareCalVer("2026.01.01.9007199254740993", "2026.01.01.9007199254740992") > 0);
  assert.ok(compareCalVer("2026.02.01.1", "2026.01.31.999") > 0);
});

/** Versions that are often equal in all segments but one, and differ there by one, or in length. */
const near = fc.tuple(
  fc.constantFrom("0999", "1000", "2026", "2027"),
  fc.constantFrom("01", "02", "10", "11"),
  fc.constantFrom("01", "02", "10", "11"),
  fc.constantFrom("0", "1", "2", "9", "10", "11", "9007199254740992", "9007199254740993"),
).map((parts) => parts.join("."));

/** Segments as the spec orders them, told from the text alone. */
function expected(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split(".").map(BigInt)) as [bigint[], bigint[]];
  const at = left.findIndex((segment, index) => segment !== right[index]);
  return at === -1 ? 0 : left[at]! < right[at]! ? -1 : 1;
}

Deno.test("year, month, day and counter decide in this order, also within one month and one day", () => {
  fc.assert(
    fc.property(near, near, (a, b) => {
      const sign = expected(a, b);
      assert.equal(Math.sign(compareCalVer(a, b)), sign);
      assert.equal(Math.sign(compareCalVer(parseCalVer(a), parseCalVer(b))), sign);
      const [left, right] = [calVerSortKey(a), calVerSortKey(b)];
      assert.equal(left < right ? -1 : left > right ? 1 : 0, sign);
      assert.equal(newestCalVer([a, b]), sign < 0 ? b : a);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("a sort key has one length, whatever the version", () => {
  assert.equal(calVerSortKey("0999.01.02.7"), "0999010200000000000000000007");
  assert.equal(calVerSortKey(`2026.11.21.${"9".repeat(20)}`), `20261121${"9".repeat(20)}`);
});

Deno.test("comparison is a total order, and the sort key orders alike", () => {
  const any = fc.oneof(version, near);
  fc.assert(fc.property(any, any, any, (a, b, c) => {
    const sign = (x: string, y: string) => Math.sign(compareCalVer(x, y));
    assert.equal(sign(a, b), -sign(b, a) + 0);
    if (sign(a, b) <= 0 && sign(b, c) <= 0) assert.ok(sign(a, c) <= 0);
    const keys = calVerSortKey(a) < calVerSortKey(b)
      ? -1
      : calVerSortKey(a) > calVerSortKey(b)
      ? 1
      : 0;
    assert.equal(keys, sign(a, b));
  }));
});

Deno.test("two versions compare equal only when they are the same text", () => {
  fc.assert(fc.property(version, version, fc.boolean(), (one, another, same) => {
    const other = same ? one : another;
    assert.equal(compareCalVer(one, other) === 0, one === other);
  }));
});

Deno.test("the newest of some versions is one of them and none is newer", () => {
  assert.equal(newestCalVer([]), undefined);
  fc.assert(fc.property(fc.array(version, { minLength: 1 }), (versions) => {
    const newest = newestCalVer(versions)!;
    assert.ok(versions.includes(newest));
    assert.ok(versions.every((other) => compareCalVer(newest, other) >= 0));
  }));
});

Deno.test("the next version is today's or later, and newer than the previous one", () => {
  fc.assert(fc.property(date, version, (today, previous) => {
    const next = nextCalVer(today, previous);
    assert.ok(isCalVer(next), next);
    assert.ok(compareCalVer(next, previous) > 0);
    assert.ok(compareCalVer(next, `${dotted(today)}.0`) > 0);
  }));
  assert.equal(nextCalVer(new Date("2026-11-21T23:59:59Z")), "2026.11.21.1");
  const today = new Date("2026-11-21T00:00:00Z");
  assert.equal(nextCalVer(today, "2026.11.21.9"), "2026.11.21.10");
  assert.equal(nextCalVer(today, "2026.11.21.1"), "2026.11.21.2");
  assert.equal(nextCalVer(today, "2026.11.21.0"), "2026.11.21.1");
  assert.equal(nextCalVer(today, "2026.11.20.7"), "2026.11.21.1");
  assert.equal(nextCalVer(today, "no version"), "2026.11.21.1");
  const last = `2026.12.31.${"9".repeat(20)}`;
  assert.equal(nextCalVer(new Date("2026-11-21T00:00:00Z"), last), "2027.01.01.1");
});
