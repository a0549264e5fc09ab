import { didYouMean } from "@svc/core/text";
import { methodNames, searchDefinitions } from "@svc/runtime/definitions";
import type { Repository } from "@svc/runtime/repository";
import { mayRead, mayRun, type Rights, type Runnable, runnableText } from "@svc/serve/rights";

/** Behaviors whose methods are looked up for an entry that names many. */
const LOOKED_AT = 50;

/**
 * What of an allow list names nothing in the repository, a line each, with the nearest name: a typo, or
 * something that is yet to come.
 */
export async function unknownEntries(
  repository: Repository,
  { run, read }: Rights,
): Promise<string[]> {
  const { results } = await searchDefinitions(repository);
  const names = results.map(({ name }) => name);
  const lines = await Promise.all([
    ...run.map((entry) => unknownRunnable(repository, names, entry)),
    ...read.map((entry) => unknownBehavior(names, { run: [], read: [entry] }, entry)),
  ]);
  return lines.filter((line) => line !== undefined);
}

async function unknownRunnable(
  repository: Repository,
  names: readonly string[],
  entry: Runnable,
): Promise<string | undefined> {
  const { behavior, method } = entry;
  const rights = { run: [entry], read: [] };
  const unknown = unknownBehavior(names, rights, behavior);
  if (unknown !== undefined || method === "*") return unknown;
  const matching = names.filter((name) => mayRead(rights, name));
  // So many are not looked up for a warning.
  if (matching.length > LOOKED_AT) return undefined;
  const found: string[] = [];
  for (const name of matching) {
    const methods = await methodNames(repository, name).catch(() => undefined);
    // Nobody can say what a behavior has whose type is not installed.
    if (methods === undefined || methods.some((one) => mayRun(rights, name, one))) return undefined;
    found.push(...methods);
  }
  return withNearest(`'${runnableText(entry)}' names no method of ${behavior}`, method, found);
}

function unknownBehavior(
  names: readonly string[],
  rights: Rights,
  behavior: string,
): string | undefined {
  if (names.some((name) => mayRead(rights, name))) return undefined;
  return withNearest(`'${behavior}' names no behavior of this repository`, behavior, names);
}

function withNearest(line: string, given: string, candidates: readonly string[]): string {
  const near = didYouMean(given.replace(/\*$/, ""), [...new Set(candidates)]);
  return near === undefined ? line : `${line}. ${near}`;
}
