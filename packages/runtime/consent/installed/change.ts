import { SvcError } from "@svc/core/error";
import { isRecord, parsedJson } from "@svc/core/json";
import { tryParseExtensionName } from "@svc/core/name";
import { readTextIfPresent } from "../../base/files/read.ts";
import { writeDurable } from "../../base/files/write.ts";
import type { Repository } from "../../repository/repository.ts";
import type { LockEntry } from "./lockfile.ts";
import { BUNDLES_FOLDER, changesFolder } from "./folders.ts";

// A change of the pulled extensions is prepared in a folder of its own:
//
//   .svc/installing/<id>/           extension/, bundles/ and files/ as they will be, and change.json
//   .svc/installing/<id>/also-<n>/  the same of each further extension that belongs to the change
//   .svc/installing/<id>.json       the change, once it is decided
//
// Renaming <id>/change.json to <id>.json decides it, for all its extensions at once. Before, nothing
// was changed and the folder is waste; after, whoever holds the lock completes it. It names
// extensions and content, never a place: the file may have come with the repository.

/** What is to become of one pulled extension. */
export type Change =
  | {
    action: "install";
    name: string;
    /** What the lockfile will say. */
    entry: LockEntry;
    /** Folder of the new bundles, relative to `.svc`. */
    bundles: string;
    /** Text of the record of each type and report, by its key. */
    records: Record<string, string>;
  }
  | { action: "remove"; name: string };

/** The folder in which the change `id` is prepared. */
export function stagingFolder(repository: Repository, id: string): string {
  return `${changesFolder(repository)}/${id}`;
}

/** Where the content of the extension at `index` of a change is prepared. */
export function preparedFolder(staging: string, index: number): string {
  return index === 0 ? staging : `${staging}/also-${index}`;
}

/** The file whose existence decides the change `id`. */
export function decidedFile(repository: Repository, id: string): string {
  return `${changesFolder(repository)}/${id}.json`;
}

/** Writes down what the prepared change will be; nothing is decided by that. */
export async function writeChange(staging: string, changes: readonly Change[]): Promise<void> {
  await writeDurable(`${staging}/change.json`, JSON.stringify(changes));
}

/** Decides a prepared change: from here on it will be completed, by whomever. */
export async function decideChange(repository: Repository, id: string): Promise<void> {
  await Deno.rename(
    `${stagingFolder(repository, id)}/change.json`,
    decidedFile(repository, id),
  );
}

/** The change that was being prepared in a folder; empty when it did not come so far as to say. */
export async function preparedChange(staging: string): Promise<Change[]> {
  const text = await readTextIfPresent(`${staging}/change.json`);
  return text === undefined ? [] : parse(text) ?? [];
}

/**
 * A decided change.
 *
 * @throws SvcError `validation_failed` for a file that svc did not write.
 */
export async function readChange(path: string): Promise<Change[]> {
  const changes = parse(await Deno.readTextFile(path));
  if (changes !== undefined) return changes;
  throw new SvcError("validation_failed", `${path} is not a change that svc wrote`, {
    hint: "Delete it, then restore what is missing with 'svc extension install'.",
  });
}

/** Extensions of one change; undefined when any of it is not what svc writes. */
function parse(text: string): Change[] | undefined {
  const value = parsedJson(text);
  // The first release of svc changed one extension at a time, and wrote it without a list.
  const changes = (Array.isArray(value) ? value : [value]).map(parseOne);
  const names = new Set(changes.map((change) => change?.name));
  return changes.length > 0 && names.size === changes.length && !names.has(undefined)
    ? changes as Change[]
    : undefined;
}

function parseOne(value: unknown): Change | undefined {
  if (!isRecord(value)) return undefined;
  const { action, name, entry, bundles, records } = value;
  if (typeof name !== "string" || tryParseExtensionName(name) === undefined) return undefined;
  if (action === "remove") return { action, name };
  const sound = action === "install" && typeof entry === "object" && entry !== null &&
    typeof bundles === "string" && BUNDLES_FOLDER.test(bundles) &&
    typeof records === "object" && records !== null &&
    Object.values(records).every((record) => typeof record === "string");
  return sound ? value as unknown as Change : undefined;
}
