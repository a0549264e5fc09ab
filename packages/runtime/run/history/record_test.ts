import { deepEqual, equal } from "node:assert/strict";
import { parseRunRecord } from "./record.ts";

const AT = { type: "@acme/greeter", logFile: ".svc/outputs/x.log" };
const ARTIFACT = { dataId: "d", name: "result", version: 1, tags: { type: "resource" } };
const RECORD = {
  id: "r",
  definitionId: "b",
  methodName: "greet",
  status: "failed",
  startedAt: "2026-01-02T03:04:05.678Z",
  completedAt: "2026-01-02T03:04:06.678Z",
  durationMs: 1000,
  provenance: { initiatedBy: "ada" },
  artifacts: { dataArtifacts: [ARTIFACT] },
  checks: [{ name: "owner", status: "failed", message: "nobody" }],
  origin: {},
  error: { message: "no", code: "run_failed" },
};

const ORIGIN = {
  extension: { name: "@acme/a", from: "pulled", version: "1", checksum: "ab", logIndex: 7 },
  consent: { by: "ada", at: "2026-01-02T03:04:05.678Z" },
  commit: { id: "ff", dirty: true },
  caller: { by: "token:ci", trigger: "api" },
};

const parse = (changed: Record<string, unknown>) =>
  parseRunRecord(JSON.stringify({ ...RECORD, ...changed }), AT);

Deno.test("a run's record is read as it was written, but for the places that its file decides", async () => {
  deepEqual(await parse({ type: "@evil/type", logFile: "../../x" }), { ...RECORD, ...AT });
  equal(await parseRunRecord("id: [", AT), undefined);
  equal(await parseRunRecord("id: r", AT), undefined);
});

for (const key of Object.keys(RECORD)) {
  Deno.test(`a run's record with a damaged ${key} is none, or lacks it`, async () => {
    for (const value of [undefined, null, 7e999, {}, ["succeeded"], "__proto__", "toString"]) {
      const read = await parse({ [key]: value });
      if (read === undefined) continue;
      if (["id", "definitionId", "methodName", "completedAt"].includes(key)) {
        equal(typeof value, "string");
      } else if (key === "artifacts") deepEqual(read.artifacts, { dataArtifacts: [] });
      else if (key === "error") equal(read.error, undefined);
      else if (key === "origin") deepEqual(read.origin, {});
      else if (key === "checks") deepEqual(read.checks ?? [], []);
      else deepEqual([key, Object.keys(read.provenance)], ["provenance", []]);
    }
  });
}

Deno.test("the checks of a run of an earlier version are not known, which is not that there were none", async () => {
  equal((await parse({ checks: undefined }))?.checks, undefined);
  deepEqual((await parse({ checks: [] }))?.checks, []);
  const passed = { name: "owner", status: "passed" };
  for (const other of [{ name: 7 }, { status: "fine" }, { status: "toString" }, { message: 7 }]) {
    deepEqual((await parse({ checks: [{ ...passed, ...other }, passed] }))?.checks, [passed]);
  }
});

Deno.test("where a run comes from is read by the generation of its record; others do not say it", async () => {
  const originOf = async (more: Record<string, unknown>) =>
    (await parse({ generation: 2, origin: ORIGIN, ...more }))?.origin;
  deepEqual(await originOf({}), ORIGIN);
  deepEqual(await originOf({ generation: 3, more: 1 }), ORIGIN);
  for (const generation of [undefined, 1, "2", null, {}]) {
    deepEqual(await originOf({ generation }), {}, "somebody else wrote it");
  }
  const wrong: Record<keyof typeof ORIGIN, Record<string, unknown>[]> = {
    extension: [{ name: 7 }, { from: "toString" }, { logIndex: "7" }, { checksum: {} }],
    consent: [{ at: 7 }, { by: {} }],
    commit: [{ id: null }, { dirty: "no" }],
    caller: [{ by: [] }, { trigger: "__proto__" }],
  };
  for (const [part, changes] of Object.entries(wrong)) {
    const { [part as keyof typeof ORIGIN]: own, ...others } = ORIGIN;
    for (const change of changes) {
      const origin = { ...ORIGIN, [part]: { ...own, ...change } };
      deepEqual(await originOf({ origin }), others, `${part} ${JSON.stringify(change)}`);
    }
    const more = { ...ORIGIN, [part]: { ...own, later: 1 } };
    deepEqual(await originOf({ origin: more }), ORIGIN, "what a later version adds is left out");
  }
});

Deno.test("what else ran is read one by one, and only in its shape", async () => {
  const { extension, consent } = ORIGIN;
  const checks = { does: "checks", extension, consent };
  const others = [checks, { ...checks, does: "toString" }, null, { does: "report", extension: 7 }, {
    does: "report",
    extension,
    consent: {},
    later: 1,
  }];
  const read = await parse({ generation: 2, origin: { ...ORIGIN, others } });
  deepEqual(read!.origin, { ...ORIGIN, others: [checks, { does: "report", extension }] });
  for (const others of [7, null, {}, [7], "x"]) {
    deepEqual((await parse({ generation: 2, origin: { ...ORIGIN, others } }))!.origin, ORIGIN);
  }
});

Deno.test("of a run's record nothing is taken that has another shape inside", async () => {
  deepEqual((await parse({ error: { message: "no", code: 7 } }))?.error, { message: "no" });
  for (
    const other of [{ name: "../x" }, { version: "1" }, { tags: { type: 7 } }, { dataId: null }]
  ) {
    const list = { dataArtifacts: [{ ...ARTIFACT, ...other }, ARTIFACT, null] };
    deepEqual((await parse({ artifacts: list }))?.artifacts.dataArtifacts, [ARTIFACT]);
  }
});
