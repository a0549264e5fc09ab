import type { DataReader, DataRemover, MethodContext } from "../context.ts";
import { resourcePages } from "./resource_pages.ts";

/** Documents of runs that are kept of each kind. */
const RETENTION = 50;

/** Older ones that go in one run: a method does not take minutes over what was left for years. */
const MOST = 500;

/** What {@linkcode keepNewest} works with. */
type Store = DataReader & DataRemover & Pick<MethodContext, "logger">;

/**
 * Deletes all but the newest 50 documents of an output whose names say when each was written. Never
 * fails: the run has done its work, and the next one tries again.
 *
 * @param just the name that this run wrote, which stays whatever the clock says
 * @returns the names that are gone
 */
export async function keepNewest(
  store: Store,
  { spec, prefix, just }: { spec: string; prefix: string; just: string },
): Promise<string[]> {
  const gone: string[] = [];
  try {
    const names = (await namesOf(store, spec, prefix)).filter((name) => name !== just);
    const old = names.slice(0, Math.max(0, names.length - (RETENTION - 1)));
    for (const name of old.slice(0, MOST)) {
      await store.deleteResource(name);
      gone.push(name);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    store.logger.warn("older documents of {spec} stay for now: {reason}", { spec, reason });
  }
  return gone;
}

/** The names, oldest first. */
async function namesOf(store: DataReader, spec: string, prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const page of resourcePages(store, spec, { prefix })) {
    names.push(...page.map(({ name }) => name));
  }
  return names.sort();
}
