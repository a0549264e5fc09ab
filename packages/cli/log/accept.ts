import { SvcError } from "@svc/core/error";
import { decodeBase64 } from "@svc/log/base64";
import { parseCheckpoint } from "@svc/log/checkpoint";
import { parseVkey, tryParseVkey } from "@svc/log/note";
import { EMPTY_ROOT, equalHashes, type Head, isSize } from "@svc/log/tree";
import type { Caller } from "../client/caller.ts";
import { askCheckpoint } from "./ask.ts";
import { checkHead } from "./check.ts";
import { inconsistent } from "./evidence.ts";
import { type KnownLog, readKnownLog, replaceKnownLog } from "./known_logs.ts";
import { firstEntry, type LogEvent } from "./monitor.ts";
import { beganWith, tilesAt } from "./tiles.ts";
import type { Verifying } from "./verify.ts";

/** What was before a log, as its first entry says it. */
export interface Epoch {
  previous: string;
  /** Entries it carries on from. */
  size: number;
  reason: string;
  /** Entries that were seen here and are not in what it carries on from. */
  missing: number;
  /** Entries of it that can still be read: with all of them they lead to the head it carries on from. */
  readable: number;
}

/**
 * Pins a key of a registry's log, which has to have signed its head of now. A key of the same log joins
 * those that are pinned; one of another log takes their place, and the kept head starts again.
 *
 * @returns with `epochs`: what was before it, the latest first
 * @throws SvcError `invalid_argument` for what is not a key; `log_key_unknown` when it did not sign;
 *   `log_inconsistent`; `log_disabled`
 */
export async function acceptKey(
  { host, rules }: Pick<Verifying, "host" | "rules">,
  caller: Caller,
  vkey: string,
) {
  const { serverUrl } = caller;
  const key = parseVkey(vkey);
  const kept = await readKnownLog(host, serverUrl);
  const note = await askCheckpoint(caller);
  if (note === undefined) {
    throw new SvcError("log_disabled", `${serverUrl} has no log`, {
      hint: "Its operator can have it keep one with SVC_LOG_KEY.",
    });
  }
  const quorum = rules.trust && rules.trust.witnesses.length > 0 ? rules.trust : undefined;
  const head = checkHead(note, { origin: key.name, keys: [key], quorum });
  const same = kept?.origin === key.name ? kept : undefined;
  if (same?.head !== undefined) {
    const earlier = { size: same.head.size, root: decodeBase64(same.head.root)! };
    if (!await beganWith(tilesAt(caller, head), head, earlier)) {
      const message = `The log of ${serverUrl} is not the one that you saw`;
      const evidence = { serverUrl, before: same.head.note, now: note, consistency: [] };
      throw await inconsistent(host, message, evidence);
    }
  }
  const after: KnownLog = {
    serverUrl,
    origin: key.name,
    keys: [...new Set([...same?.keys ?? [], vkey])],
    head: {
      size: head.size,
      root: head.root.toBase64(),
      note: head.note,
      at: new Date().toISOString(),
    },
  };
  const epochs = same !== undefined
    ? []
    : await followed({ host }, caller, { note, said: await firstEntry(caller, head), kept });
  if (!await replaceKnownLog(host, serverUrl, kept, after)) {
    throw new SvcError("conflict", "Another svc kept a head of this log meanwhile", {
      hint: "Run it again.",
    });
  }
  return { kept: after, epochs };
}

/**
 * Pins keys that a log itself told of, in entries under a head that a pinned key signed. Those of another
 * name are passed over.
 */
export async function pinAnnounced(
  host: Verifying["host"],
  { serverUrl }: Caller,
  vkeys: readonly string[],
): Promise<void> {
  const kept = await readKnownLog(host, serverUrl);
  const own = vkeys.filter((vkey) => {
    const key = tryParseVkey(vkey);
    return key?.kind === "log" && key.name === kept?.origin;
  });
  if (kept === undefined || own.every((vkey) => kept.keys.includes(vkey))) return;
  // When another svc was first, the next time does it.
  const keys = [...new Set([...kept.keys, ...own])];
  await replaceKnownLog(host, serverUrl, kept, { ...kept, keys });
}

/** A log, as what is read of those before it needs it. */
interface Following {
  note: string;
  /** What its first entry says. */
  said: LogEvent["said"];
  /** What was seen of the registry's log. */
  kept: KnownLog | undefined;
  /** Reads the first entry of a log before, and as much more of it as is wanted. */
  read?: typeof firstEntry;
}

/**
 * What a log carries on from, by its first entry, and what that one carried on from, to the first log.
 * What the registry still has of each is held to the head that the entry after it names, and to the one
 * that was seen of it.
 *
 * @returns the latest first; none for a log that follows none
 * @throws SvcError `log_inconsistent` when one of the heads is of another history
 */
export async function followed(
  { host }: Pick<Verifying, "host">,
  caller: Caller,
  { note, said: latest, kept, read = firstEntry }: Following,
): Promise<Epoch[]> {
  const epochs: Epoch[] = [];
  let [said, number] = [latest, Infinity];
  for (;;) {
    const { kind, previous, size, root, reason } = said;
    if (kind !== "epoch" || typeof previous !== "string") return epochs;
    if (typeof size !== "number" || !isSize(size)) return epochs;
    const last = { size, root: decodeBase64(String(root)) ?? EMPTY_ROOT };
    const { head: seen } = kept?.origin === previous ? kept : {};
    const after = number;
    number = Number(/\/log\/(\d{1,9})$/.exec(previous)?.[1] ?? 1);
    const address = `log/${number}`;
    const before = await askCheckpoint(caller, address);
    // Whose key is lost signs nothing that counts: the new log's first entry vouches for its head.
    const left = before === undefined
      ? { origin: previous, size: 0, root: EMPTY_ROOT }
      : parseCheckpoint(before.slice(0, before.indexOf("\n\n") + 1));
    const tiles = tilesAt(caller, left, address);
    const fits = async (head: Head) => head.size > left.size || await beganWith(tiles, left, head);
    const known = seen && { size: seen.size, root: decodeBase64(seen.root)! };
    const isOther = known?.size === last.size && !equalHashes(known.root, last.root) ||
      left.origin !== previous || number >= after;
    if (isOther || !await fits(last) || known && !await fits(known)) {
      const { serverUrl } = caller;
      throw await inconsistent(
        host,
        `The log of ${serverUrl} carries on from another history of ${previous}`,
        { serverUrl, before: seen?.note ?? before ?? "", now: note, consistency: [] },
      );
    }
    epochs.push({
      previous,
      size: last.size,
      reason: String(reason),
      missing: Math.max(0, (seen?.size ?? 0) - last.size),
      readable: Math.min(left.size, last.size),
    });
    said = await read(caller, left, address);
  }
}
