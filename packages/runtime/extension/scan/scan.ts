import { isSvcError } from "@svc/core/error";
import { siblingPath } from "@svc/core/module";
import { type FoundUse, PERMISSION_KINDS } from "@svc/core/permission";
import type { BundledModule } from "../bundle/bundle.ts";
import { type Answerer, answerer } from "../../base/process/answerer.ts";
import { ownersIn } from "./owners.ts";
import type { ScanTask } from "./module.ts";
import type { ScanAnswer } from "./scan_process.ts";

/** What the code of an extension was seen to need. */
export interface Scan {
  /** The author's own places before those of packages; each once. */
  found: FoundUse[];
  /** How many more were found than are kept. */
  more: number;
  /** Entry points that could not be looked at, and why: nothing is known of their needs. */
  unscanned: Unscanned[];
}

/** An entry point that could not be looked at. */
export interface Unscanned {
  file: string;
  why: string;
}

/** How to scan. */
interface ScanOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds for one module, default 30 s. */
  timeLimitMs?: number;
}

/** Most uses that are kept: more are read by nobody. */
export const MOST_FOUND = 200;

/** A bundle of 10 MB takes about half of it. */
const HEAP_MB = 2048;

/** Characters of modules that are looked at together. */
const TOGETHER = 10_000_000;

const TIME_LIMIT_MS = 30_000;

/**
 * What bundled modules need, without running any of them: they are read in a process without
 * permissions that is ended when it takes too long. A scan can miss places.
 *
 * @param modules by entry point, and the chunks that they import by their file names
 * @throws SvcError `cancelled`
 */
export async function scanModules(
  modules: ReadonlyMap<string, BundledModule>,
  options: ScanOptions = {},
): Promise<Scan> {
  await using scanner = answerer<readonly ScanTask[], ScanAnswer>({
    module: siblingPath(import.meta, "scan_process.ts"),
    task: "Scanning the code",
    heapMb: HEAP_MB,
    // A quarter less processor time, for bundles of 0.2, 0.8 and 3.7 MB alike (2026-11-29).
    unoptimised: true,
  });
  const tasks = [...modules].map(([entry, { code, map }]) => ({ entry, code, map }));
  const found = new Map<string, FoundUse>();
  const unscanned: Unscanned[] = [];
  const scan = async (together: readonly ScanTask[]) => {
    const answer = await scanned(scanner, together, options);
    if ("failed" in answer) return answer.failed;
    for (const use of answer.found) if (!isOpen(use)) found.set(orderOf(use), use);
    return undefined;
  };
  const bytes = tasks.reduce((sum, { code }) => sum + code.length, 0);
  const whole = tasks.length > 1 && bytes <= TOGETHER && await scan(tasks) === undefined;
  // One by one tells which cannot be read, and less of what one hands to the other.
  for (const task of whole ? [] : tasks) {
    const failed = await scan([task]);
    if (failed !== undefined) unscanned.push({ file: shownName(task), why: failed });
  }
  const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, use]) => use);
  const kept = sorted.slice(0, MOST_FOUND);
  return { found: kept, more: sorted.length - kept.length, unscanned };
}

/** The folder for temporary files that each run has of its own, which needs no grant. */
function isOpen({ kind, entry = "" }: FoundUse): boolean {
  return kind !== "run" && /^(?:TMPDIR|\$\{env\.TMPDIR\}(?:\/.*)?)$/.test(entry);
}

/** Packages that a chunk is named by, at most. */
const MOST_NAMED = 3;

/** The entry point, or what code is in a chunk that several of them share. */
function shownName({ entry, map }: ScanTask): string {
  if (!/^chunk-[^/]*\.js$/.test(entry)) return entry;
  const owners = ownersIn(map);
  const more = owners.length - MOST_NAMED;
  const named = owners.slice(0, MOST_NAMED).join(", ");
  return more > 0 ? `${named} and ${more} more` : named;
}

async function scanned(
  scanner: Answerer<readonly ScanTask[], ScanAnswer>,
  tasks: readonly ScanTask[],
  { signal, timeLimitMs = TIME_LIMIT_MS }: ScanOptions,
): Promise<ScanAnswer> {
  try {
    return await scanner.ask(tasks, { timeLimitMs, signal });
  } catch (error) {
    if (!isSvcError(error) || error.code === "cancelled") throw error;
    return { failed: REASONS[error.code] ?? "the scan of its code ended" };
  }
}

const REASONS: Readonly<Record<string, string>> = {
  timeout: "looking at its code takes too long",
  memory_limit: "looking at its code takes too much memory",
};

/** The author's own first, then by kind, entries before what is computed, then by place. */
function orderOf({ kind, entry, file, line = 0, by }: FoundUse): string {
  const isPackage = line === 0 ? 1 : 0;
  const order = [isPackage, PERMISSION_KINDS.indexOf(kind), entry === undefined ? 1 : 0];
  return [...order, entry ?? "", file, String(line).padStart(9, "0"), by].join("\0");
}
