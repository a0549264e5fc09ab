import { SvcError } from "@svc/core/error";
import { isRecord, parsedJson } from "@svc/core/json";
import { tryParseExtensionName } from "@svc/core/name";
import type { Intent } from "../../base/files/intent.ts";
import { readTextIfPresent } from "../../base/files/read.ts";
import type { Repository } from "../../repository/repository.ts";
import { isLockEntry, type LockEntry } from "./lockfile.ts";
import { BUNDLES_FOLDER, bundlesFolder, changesFolder, isInstallPath } from "./folders.ts";

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

/** The change `id`, which its file decides. */
export function changeIntent(repository: Repository, id: string): Intent<Change[]> {
  const path = `${changesFolder(repository)}/${id}.json`;
  return {
    path,
    aside: `${stagingFolder(repository, id)}/change.json`,
    parse,
    damaged: () =>
      new SvcError("validation_failed", `${path} was not written by svc`, {
        hint: "Delete it, then restore what is missing with 'svc extension install'.",
      }),
  };
}

/** The change that was being prepared in a folder; empty when it did not come so far as to say. */
export async function preparedChange(staging: string): Promise<Change[]> {
  const text = await readTextIfPresent(`${staging}/change.json`);
  return text === undefined ? [] : parse(parsedJson(text)) ?? [];
}

/** Extensions of one change; undefined when any of it is not what svc writes. */
function parse(value: unknown): Change[] | undefined {
  // The first release of svc changed one extension at a time, and wrote it without a list.
  const changes = (Array.isArray(value) ? value : [value]).flatMap((one) => parseOne(one) ?? []);
  const names = new Set(changes.map(({ name }) => name));
  const isWhole = changes.length === (Array.isArray(value) ? value.length : 1);
  return isWhole && changes.length > 0 && names.size === changes.length ? changes : undefined;
}

function parseOne(value: unknown): Change | undefined {
  if (!isRecord(value)) return undefined;
  const { action, name, entry, bundles, records } = value;
  if (typeof name !== "string" || tryParseExtensionName(name) === undefined) return undefined;
  if (action === "remove") return { action, name };
  if (action !== "install" || !isLockEntry(entry) || !isRecord(records)) return undefined;
  if (bundles !== bundlesFolder(entry.checksum) || !BUNDLES_FOLDER.test(bundles)) return undefined;
  if (!entry.files.every((file) => isInstallPath(name, file))) return undefined;
  const texts = Object.entries(records).filter((one): one is [string, string] =>
    typeof one[1] === "string"
  );
  if (texts.length !== Object.keys(records).length) return undefined;
  return { action, name, entry, bundles, records: Object.fromEntries(texts) };
}
