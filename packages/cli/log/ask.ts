import { SvcError } from "@svc/core/error";
import { isRecord, isTexts } from "@svc/core/json";
import type { LogEntries, LogProof } from "@svc/core/wire";
import { unknownAnswer } from "../client/answer.ts";
import { readJson, readText } from "../client/body.ts";
import { call } from "../client/call.ts";
import type { Caller } from "../client/caller.ts";
import { readRefusal } from "../client/refusal_body.ts";

/** Longest answers, in bytes: nothing of a longer one is looked at. */
const LONGEST = { proof: 1_000_000, note: 300_000, keys: 20_000, entries: 20_000_000 };

/** Which event is asked for. */
export interface Wanted {
  name: string;
  version?: string;
  kind: string;
  /** Size of the head that the new one is to carry on from; 0 for none. */
  from: number;
}

/**
 * Why there is no proof: the registry has no log (`none`), the log has no such event (`absent`), or the
 * registry leaves private collectives out of it (`left_out`).
 */
export type NoProof = "none" | "absent" | "left_out";

/**
 * Asks for the proof of an event.
 *
 * @throws SvcError as a call does; `unavailable` for an answer that is none
 */
export async function askProof(
  caller: Caller,
  { name, version, kind, from }: Wanted,
): Promise<LogProof | NoProof> {
  const query = new URLSearchParams({ name, kind });
  if (version !== undefined) query.set("version", version);
  if (from > 0) query.set("from", String(from));
  const path = `/api/v1/log/proof?${query}`;
  const response = await call(caller, { path, accepts: from > 0 ? [400, 404] : [404] });
  if (response.status === 400) {
    // It has fewer entries, and proves nothing from there: its head shows that.
    await response.body?.cancel();
    return await askProof(caller, { name, ...(version ? { version } : {}), kind, from: 0 });
  }
  if (response.status === 404) {
    const { code } = await readRefusal(response);
    if (code === "log_disabled") return "none";
    if (code === "log_left_out") return "left_out";
    // A registry of an earlier release knows no such path, and one with a log may not have the event.
    return await askCheckpoint(caller) === undefined ? "none" : "absent";
  }
  const answer = await objectOf(caller, response, LONGEST.proof);
  const { proof, consistency, leaf, salt } = answer;
  if (
    typeof proof === "string" && isTexts(consistency) && typeof leaf === "string" &&
    (salt === null || typeof salt === "string")
  ) return { proof, consistency, leaf, salt };
  throw unknownAnswer(caller.serverUrl);
}

/** The signed head of a registry's log, or of an epoch of it; undefined when it has none. */
export async function askCheckpoint(
  caller: Caller,
  address = "log",
): Promise<string | undefined> {
  return await askText(caller, `/${address}/checkpoint`, LONGEST.note);
}

/** The keys that a registry says its log has, as lines; undefined when it has no log. */
export async function askKeys(caller: Caller): Promise<string[] | undefined> {
  const text = await askText(caller, "/log/key", LONGEST.keys);
  return text?.split("\n").filter((line) => line !== "").slice(0, 20);
}

/** Entries that are opened at most. */
const MOST_ENTRIES = 1_000_000;

/** One entry of a registry's log that is about an extension. Nothing of it is checked. */
export type EntryAnswer = LogEntries["entries"][number];

/**
 * The entries about an extension, or the sealed ones of a collective (`@acme/*`): those that the caller
 * may open. Empty for none.
 */
export async function askEntries(caller: Caller, name: string): Promise<EntryAnswer[]> {
  const collective = name.endsWith("/*") ? name.slice(1, -2) : undefined;
  // Strangers open nothing of a collective, and are asked to sign in.
  if (collective !== undefined && caller.bearer === undefined) return [];
  const path = collective === undefined
    ? `/api/v1/log/entries?${new URLSearchParams({ name })}&`
    : `/api/v1/collectives/${collective}/log-entries?`;
  const found: EntryAnswer[] = [];
  for (let after: unknown = -1; Number.isSafeInteger(after);) {
    const accepts = collective === undefined ? [404] : [403, 404];
    const response = await call(caller, { path: `${path}after=${after}`, accepts });
    if (!response.ok) {
      await response.body?.cancel();
      return found;
    }
    const { entries, next } = await objectOf(caller, response, LONGEST.entries);
    if (!Array.isArray(entries) || entries.length === 0 && next != null) {
      throw unknownAnswer(caller.serverUrl);
    }
    found.push(
      ...entries.filter((one): one is EntryAnswer =>
        isRecord(one) && Number.isSafeInteger(one["index"]) && typeof one["leaf"] === "string" &&
        (one["salt"] === null || typeof one["salt"] === "string")
      ),
    );
    // An answer that leads back, or on for ever, would be asked for again and again.
    const leadsOn = next != null && Number(next) > Number(after) && found.length < MOST_ENTRIES;
    after = leadsOn ? next : undefined;
  }
  return found;
}

/**
 * A tile, or a bundle of entries.
 *
 * @param path below the address, such as `log/tile/0/000`
 * @param longest bytes of it
 * @returns undefined when it is not there
 * @throws SvcError `unavailable` when it is longer
 */
export async function askTile(
  caller: Caller,
  path: string,
  longest: number,
): Promise<Uint8Array | undefined> {
  const response = await call(caller, { path: `/${path}`, accepts: [404] });
  if (response.status === 404) {
    await response.body?.cancel();
    return undefined;
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > longest) throw tooLong(caller, path, longest);
    parts.push(part);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

async function askText(caller: Caller, path: string, longest: number) {
  const response = await call(caller, { path, accepts: [404] });
  if (response.status !== 404) return await readText(response, longest);
  await response.body?.cancel();
  return undefined;
}

async function objectOf(
  caller: Caller,
  response: Response,
  longest: number,
): Promise<Record<string, unknown>> {
  let body: unknown;
  try {
    body = await readJson(response, longest);
  } catch (error) {
    if (error instanceof SvcError) throw error;
    throw unknownAnswer(caller.serverUrl);
  }
  if (isRecord(body)) return body;
  throw unknownAnswer(caller.serverUrl);
}

function tooLong({ serverUrl }: Caller, path: string, longest: number): SvcError {
  return new SvcError("unavailable", `${serverUrl} sent more than ${longest} bytes for ${path}`, {
    hint: "No log has such a tile. Ask the registry's operator.",
  });
}
