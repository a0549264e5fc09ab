import { isSvcError } from "@svc/core/error";
import { type FoundUse, PERMISSION_KINDS } from "@svc/core/permission";
import type { BundledModule } from "../bundle/bundle.ts";
import { absolutePath } from "../files/path.ts";
import { type Answerer, answerer } from "../process/answerer.ts";
import type { ScanTask } from "./module.ts";
import type { ScanAnswer } from "./scan_process.ts";

/** What a module's code was seen to need. */
export interface Scan {
  /** The author's own places before those of packages; each once. */
  found: FoundUse[];
  /** How many more were found than are kept. */
  more: number;
  /** Why the code could not be looked at: then nothing is known of its needs. */
  failed?: string;
}

/** How to scan. */
export interface ScanOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds for one module, default 30 s. */
  timeLimitMs?: number;
}

/** Most uses that are kept of a module: more are read by nobody. */
export const MOST_FOUND = 200;

/** A bundle of 10 MB takes about half of it. */
const HEAP_MB = 2048;

const TIME_LIMIT_MS = 30_000;

/**
 * What bundled modules need, by their entry points, without running any of them: they are read in a
 * process without permissions that is ended when it takes too long. A scan can miss places, and a
 * module that could not be scanned says so.
 *
 * @throws SvcError `cancelled`
 */
export async function scanModules(
  modules: ReadonlyMap<string, BundledModule>,
  options: ScanOptions = {},
): Promise<Map<string, Scan>> {
  await using scanner = answerer<ScanTask, ScanAnswer>({
    module: absolutePath("scan_process.ts", import.meta.dirname),
    task: "Scanning the code",
    heapMb: HEAP_MB,
  });
  const scans = new Map<string, Scan>();
  for (const [entry, { code, map }] of modules) {
    scans.set(entry, await scanned(scanner, { entry, code, map }, options));
  }
  return scans;
}

async function scanned(
  scanner: Answerer<ScanTask, ScanAnswer>,
  task: ScanTask,
  { signal, timeLimitMs = TIME_LIMIT_MS }: ScanOptions,
): Promise<Scan> {
  try {
    const answer = await scanner.ask(task, { timeLimitMs, signal });
    if ("failed" in answer) return { found: [], more: 0, failed: answer.failed };
    const found = answer.found.sort(byImportance);
    return { found: found.slice(0, MOST_FOUND), more: Math.max(found.length - MOST_FOUND, 0) };
  } catch (error) {
    if (!isSvcError(error) || error.code === "cancelled") throw error;
    return { found: [], more: 0, failed: REASONS[error.code] ?? "the scan of its code ended" };
  }
}

const REASONS: Readonly<Record<string, string>> = {
  timeout: "looking at its code takes too long",
  memory_limit: "looking at its code takes too much memory",
};

/** The author's own first, then by kind, entries before what is computed, then by place. */
function byImportance(a: FoundUse, b: FoundUse): number {
  return keyOf(a) < keyOf(b) ? -1 : 1;
}

function keyOf({ kind, entry, file, line = 0, by }: FoundUse): string {
  const isPackage = line === 0 ? 1 : 0;
  const order = [isPackage, PERMISSION_KINDS.indexOf(kind), entry === undefined ? 1 : 0];
  return [...order, entry ?? "", file, String(line).padStart(9, "0"), by].join("\0");
}
