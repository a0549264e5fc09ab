import { SvcError } from "@svc/core/error";
import { isRecord, parsedJson } from "@svc/core/json";
import { decodeBase64 } from "@svc/log/base64";
import type { Checkpoint } from "@svc/log/checkpoint";
import { readEntry } from "@svc/log/entry";
import { hashReader } from "@svc/log/tiles";
import { EMPTY_ROOT, HASH_BYTES, type Head, rootFrom } from "@svc/log/tree";
import { readIfThere, writePrivateFile } from "../config/private_file.ts";
import type { Caller } from "../client/caller.ts";
import { configFolder } from "../frame/config_folder.ts";
import type { Host } from "../frame/host.ts";
import { askEntries } from "./ask.ts";
import { type CheckedHead, opened } from "./check.ts";
import { bundlesFrom } from "./entries.ts";
import { inconsistent } from "./evidence.ts";
import { beganWith, tilesAt } from "./tiles.ts";

/** An event that the log tells. */
export interface LogEvent {
  index: number;
  /** What the entry says; of a hidden one that could be opened, what it hides. */
  said: Readonly<Record<string, unknown>>;
  /** True for an entry that only those see who may read its extension. */
  sealed: boolean;
  /** What is wrong about it, for people. */
  alarm?: string;
}

/** What to watch for. */
export interface Watch {
  /** Names, or all below one: `@acme/greeter`, `@acme/*`. Empty for everything. */
  names: readonly string[];
  /** Told of each event of these names, and of each alarm, in order. */
  onEvent(event: LogEvent): Promise<void>;
}

/** Bundles after which the place is kept: who kills it begins again there. */
const KEEP_EVERY = 16;

/** Where the last look at a log ended. */
interface Position {
  size: number;
  root: string;
}

/**
 * Goes through a log from where the last look ended: every entry and tile is held to the signed head,
 * which has to carry on from there. Two publications of one version are an alarm, as each by itself is
 * properly proven.
 *
 * @returns where it began and ended, in entries
 * @throws SvcError `log_inconsistent`; `log_invalid`; what `onEvent` throws: that event comes again then
 */
export async function watchLog(
  host: Pick<Host, "env">,
  caller: Caller,
  head: CheckedHead,
  { names, onEvent }: Watch,
) {
  const folder = `${configFolder(host)}/log-monitor/${
    encodeURIComponent(head.origin).slice(0, 150)
  }`;
  const { position, versions } = await readLook(folder);
  const from = position.size;
  const tiles = tilesAt(caller, head);
  if (!await beganWith(tiles, head, { size: from, root: decodeBase64(position.root)! })) {
    throw await inconsistent(
      host,
      `The log of ${caller.serverUrl} is not the one that was monitored up to entry ${from}`,
      {
        serverUrl: caller.serverUrl,
        before: `${head.origin}\n${from}\n${position.root}\n`,
        now: head.note,
        consistency: [],
      },
    );
  }
  const hidden = hiddenLeaves(caller, names);
  let [kept, done, read] = [from, from, 0];
  const keep = async () => {
    const root = await rootFrom(hashReader(tiles, head.size), done);
    await writeLook(folder, kept, versions, { size: done, root });
    kept = done;
  };
  try {
    for await (const bundle of bundlesFrom(caller, tiles, head, from)) {
      for (const bytes of bundle.entries) {
        const event = await eventOf(done, bytes, hidden);
        const alarm = alarmOf(versions, event);
        if (alarm !== undefined) await onEvent({ ...event, alarm });
        else if (isWatched(event.said["subject"], names)) await onEvent(event);
        done++;
      }
      read++;
      if (read % KEEP_EVERY === 0) await keep();
    }
  } finally {
    // What was told already is not told again, whatever stopped it.
    if (kept < done) await keep();
  }
  return { from, to: head.size };
}

/** What a whole log holds. */
export interface WholeLog {
  /** How many entries. */
  entries: number;
  /** What its first entry says: of a later epoch, what it carries on from. */
  first: LogEvent["said"];
  /** Keys that it says it has taken, as vkeys. */
  keys: string[];
}

/** Goes through a whole log without keeping anything. */
export async function readWholeLog(
  caller: Caller,
  head: Checkpoint,
  address?: string,
): Promise<WholeLog> {
  const found: WholeLog = { entries: 0, first: {}, keys: [] };
  const tiles = tilesAt(caller, head, address);
  for await (const { entries } of bundlesFrom(caller, tiles, head, 0, address)) {
    if (found.entries === 0) found.first = readEntry(entries[0]!) ?? {};
    found.entries += entries.length;
    for (const bytes of entries) {
      const { kind, subject, change, vkey } = readEntry(bytes) ?? {};
      const isOwn = kind === "key" && subject === head.origin && change === "added";
      if (isOwn && typeof vkey === "string") found.keys.push(vkey);
    }
  }
  return found;
}

/** The first entry of a log, which of a later epoch says what it carries on from. */
export async function firstEntry(
  caller: Caller,
  head: Checkpoint,
  address?: string,
): Promise<LogEvent["said"]> {
  const tiles = tilesAt(caller, head, address);
  for await (const { entries } of bundlesFrom(caller, tiles, head, 0, address)) {
    return readEntry(entries[0]!) ?? {};
  }
  return {};
}

function isWatched(subject: unknown, names: readonly string[]): boolean {
  if (names.length === 0) return true;
  return names.some((name) =>
    name.endsWith("/*")
      ? subject === name.slice(0, -2) || String(subject).startsWith(name.slice(0, -1))
      : subject === name
  );
}

type Hidden = (index: number) => Promise<{ leaf: string; salt: string | null } | undefined>;

/** What hidden entries of the names say, for who may read them; asked for with the first of them. */
function hiddenLeaves(caller: Caller, names: readonly string[]): Hidden {
  let all: Promise<Map<number, { leaf: string; salt: string | null }>> | undefined;
  const ask = async () => {
    const found = new Map<number, { leaf: string; salt: string | null }>();
    for (const name of names) {
      for (const { index, leaf, salt } of await askEntries(caller, name)) {
        found.set(index, { leaf, salt });
      }
    }
    return found;
  };
  return async (index) => (await (all ??= ask())).get(index);
}

async function eventOf(index: number, bytes: Uint8Array, hidden: Hidden): Promise<LogEvent> {
  // What no release writes is shown as what it is, and stops nothing.
  const logged = readEntry(bytes) ?? { kind: "unreadable" };
  if (logged["kind"] !== "sealed") return { index, said: logged, sealed: false };
  const found = await hidden(index);
  const leaf = found === undefined ? undefined : decodeBase64(found.leaf);
  const said = leaf && opened(logged, leaf, found!.salt);
  return { index, said: said ?? logged, sealed: true };
}

/** Publications by name and version, as they were told first. */
type Versions = Map<string, { index: number; checksum: string; sealed: boolean }>;

/**
 * What is wrong about an event, when the version that it publishes was published before. The same again
 * is none where the first was hidden: a collective that goes public tells what it hid.
 */
function alarmOf(versions: Versions, { index, said, sealed }: LogEvent): string | undefined {
  if (said["kind"] !== "published") return undefined;
  const version = `${said["subject"]}@${said["version"]}`;
  const checksum = String(said["checksum"]);
  // They are kept as words of a line.
  if (/\s/.test(version + checksum)) return "no registry publishes under such a name";
  const known = versions.get(version);
  if (known === undefined) versions.set(version, { index, checksum, sealed });
  if (known === undefined || known.index === index) return undefined;
  if (known.checksum === checksum && (known.sealed || sealed)) return undefined;
  return known.checksum === checksum
    ? `${version} was published twice, first in entry ${known.index}`
    : `${version} was published twice, with other contents, first in entry ${known.index}`;
}

/** What the last look left: a place, and the publications before it. */
async function readLook(folder: string): Promise<{ position: Position; versions: Versions }> {
  const text = await readIfThere(`${folder}/position.json`);
  if (text === undefined) {
    return { position: { size: 0, root: EMPTY_ROOT.toBase64() }, versions: new Map() };
  }
  const position = parsedJson(text);
  if (!isPosition(position)) {
    throw new SvcError("validation_failed", `${folder}/position.json is damaged`, {
      hint: "Move its folder away: the log is then monitored from its beginning.",
    });
  }
  const versions: Versions = new Map();
  for (const line of (await readIfThere(`${folder}/versions`) ?? "").split("\n")) {
    const [index, version, checksum, sealed] = line.split(" ");
    // What a killed process wrote behind the place comes again.
    if (version === undefined || Number(index) >= position.size) continue;
    versions.set(version, {
      index: Number(index),
      checksum: checksum!,
      sealed: sealed === "sealed",
    });
  }
  return { position, versions };
}

/** Keeps the publications since the last time, and then the place behind them. */
async function writeLook(
  folder: string,
  from: number,
  versions: Versions,
  { size, root }: Head,
): Promise<void> {
  const lines = [...versions].filter(([, { index }]) => index >= from)
    .map(([version, { index, checksum, sealed }]) =>
      `${index} ${version} ${checksum}${sealed ? " sealed" : ""}\n`
    );
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  await Deno.writeTextFile(`${folder}/versions`, lines.join(""), { append: true, mode: 0o600 });
  const position: Position = { size, root: root.toBase64() };
  await writePrivateFile(`${folder}/position.json`, `${JSON.stringify(position)}\n`);
}

function isPosition(value: unknown): value is Position {
  return isRecord(value) && Number.isSafeInteger(value["size"]) && Number(value["size"]) >= 0 &&
    typeof value["root"] === "string" && decodeBase64(value["root"])?.length === HASH_BYTES;
}
