import assert from "node:assert/strict";
import { run as runMethod } from "../../testing/run.ts";
import { model } from "../github_project_activity_benchmark.ts";

const RUN = {
  benchmarkName: "sync",
  scenario: "large",
  mode: "cold",
  startedAt: "2026-11-22T08:00:00Z",
};

async function recorded(args: { finishedAt?: string; run?: Record<string, unknown> }) {
  const [written, ...others] = await runMethod(model, "record_benchmark_run", args);
  assert.deepEqual(others, []);
  return written!;
}

const spanOf = async (run: object, finishedAt?: string) => {
  const args = { ...(finishedAt === undefined ? {} : { finishedAt }), run: { ...RUN, ...run } };
  const { data } = await recorded(args);
  return [data.startedAt, data.finishedAt, data.durationMs];
};

Deno.test("a run is kept with everything that was measured", async () => {
  const { spec, data } = await recorded({
    finishedAt: "2026-11-22T08:00:02.500Z",
    run: { ...RUN, durationMs: 2500, exitCode: 3, counts: { rows: 7, misses: 0.25 }, notes: "n" },
  });
  assert.equal(spec, "benchmarkRun");
  assert.deepEqual(data, {
    ...RUN,
    startedAt: "2026-11-22T08:00:00.000Z",
    finishedAt: "2026-11-22T08:00:02.500Z",
    durationMs: 2500,
    exitCode: 3,
    counts: { misses: 0.25, rows: 7 },
    notes: "n",
  });
});

Deno.test("the duration is worked out of the times, in whatever zone they are told", async () => {
  assert.deepEqual(await spanOf({}, "2026-11-22T10:00:01+02:00"), [
    "2026-11-22T08:00:00.000Z",
    "2026-11-22T08:00:01.000Z",
    1000,
  ]);
});

Deno.test("a run of which only its end is told, or nothing, is recorded with defaults", async () => {
  const finishedAt = "2026-11-22T08:00:01.000Z";
  const { data } = await recorded({ finishedAt });
  assert.deepEqual(data, {
    benchmarkName: "default",
    scenario: "default",
    mode: "default",
    startedAt: finishedAt,
    finishedAt,
    durationMs: 0,
    exitCode: null,
    counts: {},
    notes: null,
  });
  assert.equal((await recorded({})).data.durationMs, 0);
  const [startedAt] = await spanOf({ startedAt: undefined, durationMs: 1000 }, finishedAt);
  assert.equal(startedAt, "2026-11-22T08:00:00.000Z");
});

Deno.test("the end is worked out of the duration", async () => {
  assert.deepEqual(await spanOf({ durationMs: 90_000 }), [
    "2026-11-22T08:00:00.000Z",
    "2026-11-22T08:01:30.000Z",
    90_000,
  ]);
});

Deno.test("with neither, the run has ended now", async () => {
  const before = Date.now();
  const startedAt = new Date(before - 5000).toISOString();
  const [, finishedAt, durationMs] = await spanOf({ startedAt });
  assert.ok(Date.parse(finishedAt as string) >= before);
  assert.equal(durationMs, Date.parse(finishedAt as string) - (before - 5000));
});

Deno.test("a duration that contradicts the times is refused, one off by a clock's second is not", async () => {
  const end = "2026-11-22T08:00:10Z";
  assert.equal((await spanOf({ durationMs: 9000 }, end))[2], 9000);
  for (const durationMs of [8999, 11_001, 0]) {
    await assert.rejects(spanOf({ durationMs }, end), {
      code: "refused",
      message: new RegExp(`durationMs is ${durationMs}, but 10000 ms are between`),
    });
  }
});

Deno.test("an end before the start is refused, also when the start is yet to come", async () => {
  await assert.rejects(spanOf({}, "2026-11-22T07:59:59.999Z"), /before it began/);
  await assert.rejects(spanOf({ startedAt: "2999-01-01T00:00:00Z" }), /before it began/);
  assert.equal((await spanOf({}, "2026-11-22T08:00:00Z"))[2], 0);
});

Deno.test("the same run told twice is one document, another that began with it is its own", async () => {
  const told = (change: object) =>
    recorded({ finishedAt: "2026-11-22T08:00:01Z", run: { ...RUN, ...change } });
  const names = await Promise.all([
    told({ counts: { a: 1, b: 2 } }),
    told({ counts: { b: 2, a: 1 } }),
    told({ counts: { a: 1, b: 3 } }),
    told({ mode: "warm" }),
  ].map(async (one) => (await one).name));
  assert.equal(new Set(names).size, 3);
  assert.equal(names[0], names[1]);
});

Deno.test("names of strangers' benchmarks make safe names of documents", async () => {
  for (const benchmarkName of ["../../x", "CON", "a~b", "ä", "x".repeat(100)]) {
    const { name, data } = await recorded({ run: { ...RUN, benchmarkName, durationMs: 1 } });
    assert.match(name, /^benchmarkrun\.[a-z0-9._%A-F-]{1,100}~20261122t080000\.000z~[0-9a-f]{12}$/);
    assert.ok(!name.includes(".."));
    assert.equal(data.benchmarkName, benchmarkName);
  }
});

Deno.test("what is not a measurement is refused", async () => {
  const refused = [
    { ...RUN, durationMs: -1 },
    { ...RUN, exitCode: 1.5 },
    { ...RUN, counts: { rows: "7" } },
    { ...RUN, counts: { rows: Number.NaN } },
    { ...RUN, startedAt: "yesterday" },
    { ...RUN, benchmarkName: " " },
    { ...RUN, unknown: 1 },
    { ...RUN, counts: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`c${n}`, n])) },
  ];
  for (const run of refused) {
    await assert.rejects(recorded({ run }), { name: "ZodError" }, JSON.stringify(run));
  }
});
