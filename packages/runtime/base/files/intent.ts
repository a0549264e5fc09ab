import type { SvcError } from "@svc/core/error";
import { parsedJson } from "@svc/core/json";
import { parentOf } from "./path.ts";
import { lstatIfPresent, readSmallFile } from "./read.ts";
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
  if (await lstatIfPresent(intent.path) === undefined) return undefined;
  const value = intent.parse(parsedJson(readSmallFile(intent.path, LARGEST) ?? ""));
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

/** Forgets an intent, once its last step is done. */
export async function dropIntent<Value>({ path }: Intent<Value>): Promise<void> {
  await Deno.remove(path);
}
