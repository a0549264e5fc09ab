import { isRefusal } from "../platform/alerts/unavailable.ts";

/** What was read with those patterns that the server knows. */
export interface Chosen<Value> {
  readings: Value[];
  /** Patterns the server refused, in the order of the whole list. */
  unsupported: string[];
}

/**
 * Reads with as many of the patterns as the server knows. An older server refuses the whole request,
 * status 422, for one name it does not know: the list is halved until each refused name is found.
 * They are not asked for again.
 *
 * @throws what `read` throws for any other reason.
 */
export function createPatternChoice(
  patterns: readonly string[],
): <Value>(read: (patterns: readonly string[]) => Promise<Value>) => Promise<Chosen<Value>> {
  const unknown = new Set<string>();
  return async (read) => {
    const known = patterns.filter((pattern) => !unknown.has(pattern));
    const readings = await readKnown(known, read, (pattern) => unknown.add(pattern));
    return { readings, unsupported: patterns.filter((pattern) => unknown.has(pattern)) };
  };
}

async function readKnown<Value>(
  patterns: readonly string[],
  read: (patterns: readonly string[]) => Promise<Value>,
  refuse: (pattern: string) => void,
): Promise<Value[]> {
  if (patterns.length === 0) return [];
  try {
    return [await read(patterns)];
  } catch (error) {
    if (!isRefusal(error) || error.status !== 422) throw error;
    if (patterns.length === 1) {
      refuse(patterns[0]!);
      return [];
    }
    const middle = Math.ceil(patterns.length / 2);
    return [
      ...await readKnown(patterns.slice(0, middle), read, refuse),
      ...await readKnown(patterns.slice(middle), read, refuse),
    ];
  }
}
