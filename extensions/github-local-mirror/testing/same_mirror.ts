import assert from "node:assert/strict";
import type { Mirror } from "./mirror.ts";

/** What tells when something was read or which mirror it is, and so differs from one to the next. */
const OF_THE_RUN: ReadonlySet<string> = new Set([
  "fetchedAt",
  "observedAt",
  "lastSyncAt",
  "lastCompleteAt",
  "mirrorId",
  "runs",
]);

/**
 * Asserts that two mirrors hold the same documents with the same content, apart from when they were
 * read. Summaries of runs and how many entries a run has read are about the runs.
 */
export function assertSameMirror(one: Mirror, other: Mirror): void {
  assert.deepEqual([...contents(one).keys()], [...contents(other).keys()]);
  const expected = contents(other);
  for (const [name, content] of contents(one)) {
    assert.deepEqual(content, expected.get(name), name);
  }
}

function contents({ data, specs }: Mirror): Map<string, unknown> {
  const names = [...data.keys()].filter((name) => specs.get(name) !== "syncRunSummary").sort();
  return new Map(names.map((name) => {
    const left = specs.get(name) === "collectionStatus" ? ["at", "itemCount"] : [];
    const content = Object.entries(data.get(name)!).filter(([key]) =>
      !OF_THE_RUN.has(key) && !left.includes(key)
    );
    return [name, Object.fromEntries(content)];
  }));
}
