import { infoOf, stampOf } from "../../base/files/stamp.ts";
import type { FileCache, Repository } from "../repository.ts";
import { definitionFiles } from "./files.ts";

/** Milliseconds between two looks at the files, at least; a slow look makes it more. */
const LOOK_MS = 250;

/** Milliseconds after which a change is noticed, at most. */
const LATEST_MS = 1000;

/** How much longer than a look the time between two is, so that looking costs little. */
const SHARE = 20;

/** The behaviors' files of a repository, read once and again when one of them has changed. */
export interface DefinitionCache extends FileCache {
  /** Another number each time that the files have changed. Looks at them when the last look is old. */
  generation(): number;
  /** Has the next question look, however short ago that was done. */
  look(): void;
}

/**
 * Keeps what is read of a repository's behaviors in memory. A change is noticed by the next look: 250 ms
 * after the one before, or later where there are very many files, and at most a second.
 */
export function keepDefinitions(
  repository: Repository,
  now: () => number = () => performance.now(),
): DefinitionCache {
  let generation = 0;
  let known: string | undefined;
  let due = -Infinity;
  let values = new Map<string, Promise<unknown>>();
  const current = () => {
    const began = now();
    if (began < due) return generation;
    const stamp = stampOfFiles(repository);
    due = began + Math.min(Math.max(LOOK_MS, (now() - began) * SHARE), LATEST_MS);
    if (stamp === undefined || stamp !== known) {
      known = stamp;
      generation++;
      values = new Map();
    }
    return generation;
  };
  return {
    generation: current,
    look() {
      due = -Infinity;
    },
    recall<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
      current();
      const kept = values.get(key);
      if (kept !== undefined) return kept as Promise<Value>;
      const value = read();
      const all = values;
      all.set(key, value);
      // What cannot be read is asked for again.
      value.catch(() => all.delete(key));
      return value;
    },
  };
}

/** Tells the files from themselves after any change; undefined when one changed just now. */
function stampOfFiles(repository: Repository): string | undefined {
  const asked = Date.now();
  const parts: string[] = [];
  for (const { path } of definitionFiles(repository)) {
    const info = infoOf(path);
    const stamp = info === undefined ? "" : stampOf(info, asked);
    if (stamp === "") return undefined;
    parts.push(`${path} ${stamp}`);
  }
  return parts.join("\n");
}
