import { SvcError } from "@svc/core/error";
import { isRecord, isTexts, parsedJson } from "@svc/core/json";
import { assertPrivateFile, whileLocked, writePrivateFile } from "../config/private_file.ts";
import { isSameServer } from "../config/server.ts";
import { configFolder, maybeConfigFolder } from "../frame/config_folder.ts";
import type { Host } from "../frame/host.ts";

/** What is kept of a registry's log: every later head has to carry on from this one. */
export interface KnownLog {
  /** Address of the registry. */
  serverUrl: string;
  /** Which log: its address without scheme. */
  origin: string;
  /** Its keys as vkeys, pinned when the log was first used or by the person. */
  keys: string[];
  /** The last head: leaves, and their root in base64. Absent when only a key was pinned. */
  head?: KnownHead;
}

/** A head as it is kept. */
export interface KnownHead {
  size: number;
  root: string;
  /** The signed note, as evidence. */
  note: string;
  /** When it was taken, ISO 8601 in UTC. */
  at: string;
}

/** Where the heads are kept. */
export function knownLogsPath(host: Pick<Host, "env">): string {
  return `${configFolder(host)}/logs.json`;
}

/**
 * What is kept of every registry's log.
 *
 * @throws SvcError `validation_failed` when the file is damaged: to take it for empty would be to
 *   believe the next head blindly; `config_exposed` when others may change it
 */
export async function readKnownLogs(host: Pick<Host, "env">): Promise<KnownLog[]> {
  if (maybeConfigFolder(host) === undefined) return [];
  const path = knownLogsPath(host);
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw damaged(path, `cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  await assertPrivateFile(path);
  const found = parsedJson(text);
  if (!Array.isArray(found) || !found.every(isKept)) throw damaged(path, "is damaged");
  return found;
}

/** What is kept of one registry's log. */
export async function readKnownLog(
  host: Pick<Host, "env">,
  serverUrl: string,
): Promise<KnownLog | undefined> {
  return (await readKnownLogs(host)).find((one) => isSameServer(one.serverUrl, serverUrl));
}

/**
 * Keeps a head, or pins keys, while no other svc does: the file is replaced in one step.
 *
 * @param before what was kept when the new head was held to it
 * @param after undefined to forget the log
 * @returns false, and nothing is written, when something else is kept by now
 */
export async function replaceKnownLog(
  host: Pick<Host, "env">,
  serverUrl: string,
  before: KnownLog | undefined,
  after: KnownLog | undefined,
): Promise<boolean> {
  const path = knownLogsPath(host);
  return await whileLocked(path, async () => {
    const all = await readKnownLogs(host);
    const now = all.find((one) => isSameServer(one.serverUrl, serverUrl));
    if (JSON.stringify(now) !== JSON.stringify(before)) return false;
    const others = all.filter((one) => one !== now);
    const next = after === undefined ? others : [...others, after];
    next.sort((a, b) => a.serverUrl < b.serverUrl ? -1 : 1);
    await writePrivateFile(path, `${JSON.stringify(next, null, 2)}\n`);
    return true;
  });
}

function isKept(value: unknown): value is KnownLog {
  return isRecord(value) && typeof value["serverUrl"] === "string" &&
    typeof value["origin"] === "string" && isTexts(value["keys"]) &&
    (value["head"] === undefined || isHead(value["head"]));
}

function isHead(value: unknown): boolean {
  return isRecord(value) && Number.isSafeInteger(value["size"]) &&
    ["root", "note", "at"].every((key) => typeof value[key] === "string");
}

function damaged(path: string, what: string): SvcError {
  return new SvcError("validation_failed", `${path} ${what}`, {
    hint:
      "It holds what svc knows of the registries' logs. Restore it, or move it away: the next " +
      "heads are then believed as on a new machine.",
  });
}
