import { UUID } from "@svc/core/name";
import { isRecord } from "@svc/core/json";
import { listFolder, readSmallFile } from "../../base/files/read.ts";
import { writeAtomic } from "../../base/files/write.ts";
import { ownPath } from "../../repository/links.ts";
import type { Repository } from "../../repository/repository.ts";
import { uuidOf } from "./paths.ts";
import { LONGEST_RECORD } from "./run_file.ts";

/** A run that has ended, by its place here. */
export interface LocalRun {
  /** Id of the behavior. */
  definition: string;
  type: string;
  method: string;
  stamp: string;
}

const FOLDER = ".svc/outputs";

/** A record's name: id of the behavior and the time the run began. */
const NAME =
  /^([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z)\.yaml$/;

/** Segments of the longest type, and the method. */
const DEEPEST = 13;

/** Path of a run's files without their ending, relative to the folder of runs. */
export function baseOf({ type, method, definition, stamp }: LocalRun): string {
  return `${type}/${method}/${definition}-${stamp}`;
}

/** The absolute path that belongs to `baseOf`. @throws SvcError `conflict` for a link on the way */
export function pathOf(repository: Repository, run: LocalRun): string {
  return ownPath(repository.root, `${FOLDER}/${baseOf(run)}`);
}

/** The runs that have a record here: those that have ended. Nothing is read. */
export async function localRuns(repository: Repository, folder = ""): Promise<LocalRun[]> {
  const runs: LocalRun[] = [];
  const parts = folder === "" ? [] : folder.split("/");
  if (parts.length > DEEPEST) return runs;
  const path = ownPath(repository.root, folder === "" ? FOLDER : `${FOLDER}/${folder}`);
  for (const { name, isDirectory, isFile } of await listFolder(path)) {
    if (isDirectory && name !== KNOWN) {
      runs.push(...await localRuns(repository, [...parts, name].join("/")));
    }
    const [, definition, stamp] = isFile && parts.length > 1 ? NAME.exec(name) ?? [] : [];
    if (definition === undefined || stamp === undefined) continue;
    runs.push({ definition, stamp, type: parts.slice(0, -1).join("/"), method: parts.at(-1)! });
  }
  return runs;
}

/** The id in a run's record; one made of its place when the record has none. */
export function idOf(repository: Repository, run: LocalRun): string {
  const text = readSmallFile(`${pathOf(repository, run)}.yaml`, LONGEST_RECORD) ?? "";
  try {
    const { id } = JSON.parse(text) as { id?: unknown };
    if (typeof id === "string" && UUID.test(id)) return id;
  } catch {
    // A repository moved here from another tool may hold real YAML.
    const [, id] = /^id: ["']?([0-9a-f-]{36})["']?$/m.exec(text) ?? [];
    if (id !== undefined && UUID.test(id)) return id;
  }
  return uuidOf(baseOf(run));
}

/** Beside the runs; no type has two dots. */
const KNOWN = "..sync";
const FILE = `${FOLDER}/${KNOWN}/runs.json`;
const LONGEST = 1024 * 1024 * 1024;

/** Which runs were here and in the store at the last sync, so that their records are not read again. */
export interface KnownRuns {
  store: string;
  /** Ids, by `baseOf`. */
  ids: Map<string, string>;
  /** Ids that the store has for sure. */
  sent: Set<string>;
}

/** What the last sync with this store noted. */
export function readKnownRuns(repository: Repository, store: string): KnownRuns {
  const known: KnownRuns = { store, ids: new Map(), sent: new Set() };
  try {
    const value: unknown = JSON.parse(
      readSmallFile(ownPath(repository.root, FILE), LONGEST) ?? "null",
    );
    if (!isRecord(value) || value["format"] !== 1) return known;
    for (const [base, id] of value["ids"] as [string, string][]) {
      if (UUID.test(id)) known.ids.set(base, id);
    }
    if (value["store"] === store) known.sent = new Set(value["sent"] as string[]);
    return known;
  } catch {
    return { store, ids: new Map(), sent: new Set() };
  }
}

/** Keeps it for the next sync. */
export async function writeKnownRuns(
  repository: Repository,
  { store, ids, sent }: KnownRuns,
): Promise<void> {
  const path = ownPath(repository.root, FILE);
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  await writeAtomic(
    path,
    `${JSON.stringify({ format: 1, store, ids: [...ids], sent: [...sent] })}\n`,
  );
}
