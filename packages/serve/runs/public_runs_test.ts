import { deepEqual, equal } from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { errorWithoutRoot, withoutRoot } from "../request/own_paths.ts";
import { publicRuns } from "./public_runs.ts";

const ROOT = "/srv/jobs";

Deno.test("callers see paths within the repository, and nothing of the machine above it", () => {
  const table: [text: string, shown: string][] = [
    [`${ROOT}/.svc/outputs/a.log`, ".svc/outputs/a.log"],
    [`${ROOT}/behaviors/a.yaml: line 3, and ${ROOT}/b`, "behaviors/a.yaml: line 3, and b"],
    [`no repository at ${ROOT}`, "no repository at ."],
    [`'${ROOT}'.`, "'.'."],
    [`${ROOT}-other/x`, `${ROOT}-other/x`],
    ["behaviors/a.yaml", "behaviors/a.yaml"],
  ];
  for (const [text, shown] of table) equal(withoutRoot(text, ROOT), shown);
  const thrown = errorWithoutRoot(
    new SvcError("run_failed", `${ROOT}/a failed`, {
      hint: `see ${ROOT}/a`,
      details: [{ path: `${ROOT}/a:3`, message: `in ${ROOT}/a` }],
      grants: ["net:a"],
    }),
    ROOT,
  ) as SvcError;
  deepEqual(thrown.toJSON(), {
    error: "a failed",
    code: "run_failed",
    hint: "see a",
    details: [{ path: "a:3", message: "in a" }],
    grants: ["net:a"],
  });
  const bug = new Error(ROOT);
  equal(errorWithoutRoot(bug, ROOT), bug, "told to the log alone");
});

Deno.test("no part of a run names where the repository lies, except what the method wrote itself", () => {
  const shown = publicRuns(ROOT);
  const artifact = { id: "1", name: "main", path: `${ROOT}/.svc/data/1`, attributes: { at: ROOT } };
  const run = {
    id: "1",
    error: { error: `${ROOT}/a`, code: "run_failed", hint: `${ROOT}/b` },
    result: { logFile: `${ROOT}/l`, dataArtifacts: [artifact], warnings: [`${ROOT}/w`] },
  };
  // Only the parts that hold paths.
  const seen = shown.view(run as unknown as Parameters<typeof shown.view>[0]);
  deepEqual(seen.result!.dataArtifacts, [{ ...artifact, path: ".svc/data/1" }]);
  deepEqual([seen.result!.logFile, seen.result!.warnings], ["l", ["w"]]);
  deepEqual(seen.error, { error: "a", code: "run_failed", hint: "b" });
  const summary = shown.summary(run as unknown as Parameters<typeof shown.summary>[0]);
  deepEqual(summary.error, seen.error);
  const events = [
    { kind: "started", logFile: `${ROOT}/l` },
    { kind: "upgraded", path: `${ROOT}/p` },
  ] as unknown as Parameters<typeof shown.event>[0][];
  for (const event of events) {
    equal(JSON.stringify(shown.event(event)).includes(ROOT), false, event.kind);
  }
});
