import { SvcError } from "@svc/core/error";
import { isRecord, parsedJson } from "@svc/core/json";
import { parentOf, relativeInside } from "../../../base/files/path.ts";
import { readSmallFile } from "../../../base/files/read.ts";
import { syncFolder, writeAtomic } from "../../../base/files/write.ts";
import { ownPath } from "../../../repository/links.ts";
import type { Repository } from "../../../repository/repository.ts";
import type { VaultConfiguration } from "../configuration/configuration.ts";

/** Where a vault keeps its secrets. */
export type Backend = Pick<VaultConfiguration, "type" | "config">;

/** What the new backend held before anything was written to it. Keys, never values; each list is sorted. */
export interface Plan {
  /** Secrets that it did not have. */
  copied: string[];
  /** Secrets that it had with another value. */
  replaced: string[];
  /** Secrets that it had with the same value: it may be the old backend under another name. */
  unchanged: string[];
  /** What else it had. */
  others: string[];
}

/** A migration that has begun; its file goes when nothing is left to do. */
export interface Journal {
  from: Backend;
  to: Backend;
  plan: Plan;
}

/** Bytes of a journal: room for 10,000 keys. */
const LARGEST = 4 * 1024 * 1024;

/** Where a vault's migration is written down. */
export function journalPath(
  repository: Repository,
  { id }: Pick<VaultConfiguration, "id">,
): string {
  return ownPath(repository.root, `.svc/secrets/migrations/${id}.json`);
}

/**
 * The migration of a vault that has begun, or undefined.
 *
 * @throws SvcError `conflict` for a file that is none
 */
export function readJournal(
  repository: Repository,
  configuration: Pick<VaultConfiguration, "id">,
): Journal | undefined {
  const path = journalPath(repository, configuration);
  const text = readSmallFile(path, LARGEST);
  if (text === undefined) return undefined;
  const value = parsed(text);
  if (value !== undefined) return value;
  throw new SvcError("conflict", `${path} does not say what migration has begun`, {
    hint: "Compare what the old and the new place of the vault hold, then delete that file.",
  });
}

/** Writes down how far a migration is; safe on the disk when it returns. */
export async function writeJournal(
  repository: Repository,
  configuration: Pick<VaultConfiguration, "id">,
  journal: Journal,
): Promise<void> {
  const path = journalPath(repository, configuration);
  await Deno.mkdir(parentOf(path), { recursive: true, mode: 0o700 });
  // One place aside: what a killed process left there is replaced.
  const aside = ownPath(repository.root, `${relativeInside(repository.root, path)}.tmp`);
  await writeAtomic(path, `${JSON.stringify(journal, null, 2)}\n`, { mode: 0o600, aside });
  await syncFolder(parentOf(path));
}

/** Forgets a migration. */
export async function removeJournal(
  repository: Repository,
  configuration: Pick<VaultConfiguration, "id">,
): Promise<void> {
  await Deno.remove(journalPath(repository, configuration));
}

/** True for one place of secrets. */
export function isSameBackend(a: Backend, b: Backend): boolean {
  return JSON.stringify([a.type, a.config]) === JSON.stringify([b.type, b.config]);
}

function parsed(text: string): Journal | undefined {
  const value = parsedJson(text);
  if (!isRecord(value) || !isBackend(value["from"]) || !isBackend(value["to"])) return undefined;
  const { from, to, plan } = value;
  return isPlan(plan) ? { from, to, plan } : undefined;
}

function isPlan(value: unknown): value is Plan {
  const lists = ["copied", "replaced", "unchanged", "others"];
  return isRecord(value) && lists.every((name) => {
    const list = value[name];
    return Array.isArray(list) && list.every((key) => typeof key === "string");
  });
}

function isBackend(value: unknown): value is Backend {
  return isRecord(value) && typeof value["type"] === "string" && isRecord(value["config"]);
}
