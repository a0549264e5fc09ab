import type { SvcError } from "@svc/core/error";
import { parsedJson } from "@svc/core/json";
import { parentOf } from "./path.ts";
import { lstatIfPresent } from "./read.ts";
import { syncFolder, writeAtomic, writeDurable } from "./write.ts";

/**
 * What a change of several steps is going to do, in a file: written before the first step, dropped after
 * the last. Whoever finds it does the steps again, each of which looks at what is there. All of that
 * under the lock of what is changed.
 */
export interface Intent<Value> {
  /** Absolute. */
  path: string;
  /** Where it is prepared, on the same disk. What a killed process left there is replaced. */
  aside: string;
  /** Permission bits of the file; 0o644 when absent. */
  mode?: number;
  /** Reads the whole of it; undefined for anything that svc does not write. */
  parse(value: unknown): Value | undefined;
  /** The refusal of such a file. */
  damaged(): SvcError;
}

/** Bytes of an intent: room for 10,000 keys, or for the records of the largest extensions. */
const LARGEST = 64 * 1024 * 1024;

/**
 * What was begun and is not complete, or undefined.
 *
 * @throws SvcError for a file that svc did not write: nothing of it is trusted
 */
export async function readIntent<Value>(intent: Intent<Value>): Promise<Value | undefined> {
  const info = await lstatIfPresent(intent.path);
  if (info === undefined) return undefined;
  const isRead = info.isFile && info.size <= LARGEST;
  const text = isRead ? await Deno.readTextFile(intent.path) : "";
  const value = intent.parse(parsedJson(text));
  if (value === undefined) throw intent.damaged();
  return value;
}

/** Says what will be done; nothing is decided by that. */
export async function prepareIntent<Value>(
  { aside, mode }: Intent<Value>,
  value: Value,
): Promise<void> {
  await writeDurable(aside, JSON.stringify(value), { mode, replace: true });
}

/** Decides what was prepared: from here on it will be completed, by whomever. */
export async function decideIntent<Value>({ path, aside }: Intent<Value>): Promise<void> {
  await Deno.rename(aside, path);
  await syncFolder(parentOf(path));
}

/** Writes an intent, in place of an earlier one; safe on the disk when it returns. */
export async function writeIntent<Value>(
  { path, aside, mode }: Intent<Value>,
  value: Value,
): Promise<void> {
  await writeAtomic(path, JSON.stringify(value), { mode, aside });
  await syncFolder(parentOf(path));
}

/** Does the steps of a decided intent, each of which can be done again, and drops it after the last. */
export async function completeIntent<Value, Result>(
  intent: Intent<Value>,
  steps: () => Promise<Result>,
): Promise<Result> {
  const result = await steps();
  await dropIntent(intent);
  return result;
}

/** Forgets an intent: nothing of it is left to do. */
export async function dropIntent<Value>({ path }: Intent<Value>): Promise<void> {
  await Deno.remove(path);
}
