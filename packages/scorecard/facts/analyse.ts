import { RUBRIC_VERSION } from "@svc/core/rubric";
import type { Archive } from "../archive/archive.ts";
import { entryPoints } from "./entry_points.ts";
import type { Facts } from "./facts.ts";
import { licenseFile, readmeFacts } from "./readme.ts";
import { slowTypeFacts } from "./slow_types.ts";
import { symbolFacts } from "./symbols.ts";
import { runDoc } from "./tool.ts";
import { makeWorkspace } from "./workspace.ts";

/** How an analysis may run. */
export interface AnalyseOptions {
  /** Path of the Deno executable whose `doc` command is used. */
  deno: string;
  signal?: AbortSignal;
  /** Time for the documentation tool, in milliseconds; 60,000 unless told otherwise. */
  timeLimitMs?: number;
  /** Memory each run of the tool may allocate, in bytes; 2 GB unless told otherwise. */
  memoryLimit?: number;
}

/** How many cores the tool keeps busy at most. */
const THREADS = 2;

/**
 * Finds the facts of one version (spec §2.6, per-version factors). Nothing of the archive is
 * executed. A documentation tool that fails or runs out of time leaves `error` or `notRun` in the
 * facts; it does not fail the analysis.
 *
 * @throws SvcError `archive_invalid` when the archive lacks an entry point that its manifest lists
 */
export async function analyse(
  archive: Pick<Archive, "files" | "manifest">,
  { deno, signal, timeLimitMs = 60_000, memoryLimit = 2_000_000_000 }: AnalyseOptions,
): Promise<Facts> {
  const entries = entryPoints(archive.manifest, archive.files);
  const found = {
    factsVersion: 1,
    rubricVersion: RUBRIC_VERSION,
    readme: readmeFacts(archive.files),
    licenseFile: licenseFile(archive.files),
    entryPoints: entries,
  } as const;
  if (entries.length === 0) {
    return {
      ...found,
      symbols: { outcome: "passed", total: 0, documented: 0, moduleDocs: [], undocumented: [] },
      slowTypes: { outcome: "passed", total: 0, findings: [] },
    };
  }
  await using workspace = await makeWorkspace(archive.files);
  const timer = AbortSignal.timeout(timeLimitMs);
  const options = {
    deno,
    memoryLimit,
    processorSeconds: THREADS * Math.ceil(timeLimitMs / 1000),
    signal: signal ? AbortSignal.any([signal, timer]) : timer,
  };
  const { json, lint } = await runDoc(entries, workspace, options);
  return {
    ...found,
    symbols: symbolFacts(json, entries, workspace),
    slowTypes: slowTypeFacts(lint, workspace),
  };
}
