import { UUID } from "@svc/core/name";
import { sha256 } from "./digest.ts";

/**
 * What is in an exchange folder, and in the store it is brought to. Every name is made of fixed words
 * and UUIDs, so that it is the same on all file systems, and no file changes once it is there:
 *
 * ```
 * svc-datastore.json                          {"format":1}
 * data/<behavior id>/<version id>.version     a line of JSON, then the content
 * data/<behavior id>/<uuid>.record            versions deleted, renumbered or tagged again
 * outputs/<behavior id>/<run id>.run          a line of JSON, then the record and the log of a run
 * ```
 *
 * Two machines can never want the same name for different things, whatever numbers they gave.
 */
export const FORMAT = 1;

/** The file that says which format a store has. */
export const FORMAT_FILE = "svc-datastore.json";

/** Versions and records of behaviors. */
export const DATA = "data";

/** Runs of behaviors. */
export const OUTPUTS = "outputs";

/** Files of one behavior that are looked at; more were not written by svc. */
export const MOST_FILES = 5_000_000;

/** Path of a version, relative to the exchange folder. */
export function versionPath(definition: string, id: string): string {
  return `${DATA}/${definition}/${id}.version`;
}

/** Path of a record of changes. */
export function recordPath(definition: string, id: string): string {
  return `${DATA}/${definition}/${id}.record`;
}

/** Path of a run. */
export function runPath(definition: string, id: string): string {
  return `${OUTPUTS}/${definition}/${id}.run`;
}

/** The id and the kind that a file name stands for; undefined for names that svc does not give. */
export function parseName(
  name: string,
): { id: string; kind: "version" | "record" | "run" } | undefined {
  const dot = name.indexOf(".");
  const id = name.slice(0, Math.max(dot, 0));
  const kind = name.slice(dot + 1);
  if (!UUID.test(id) || (kind !== "version" && kind !== "record" && kind !== "run")) {
    return undefined;
  }
  return { id, kind };
}

/** True for the paths that svc writes into an exchange folder. */
export function isExchangePath(path: string): boolean {
  if (path === FORMAT_FILE) return true;
  const [folder, definition, name, ...rest] = path.split("/");
  if (rest.length > 0 || definition === undefined || name === undefined) return false;
  const kind = parseName(name)?.kind;
  return UUID.test(definition) &&
    (folder === DATA && (kind === "version" || kind === "record") ||
      folder === OUTPUTS && kind === "run");
}

/** A UUID that is the same for the same text (version 8 of RFC 9562). */
export function uuidOf(text: string): string {
  const hex = sha256(text);
  const variant = (parseInt(hex[16]!, 16) & 3 | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
