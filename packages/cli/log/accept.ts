import { SvcError } from "@svc/core/error";
import { parseVkey, tryParseVkey } from "@svc/log/note";
import type { Caller } from "../client/caller.ts";
import { askCheckpoint } from "./ask.ts";
import { bytesOf, type CheckedHead, checkHead } from "./check.ts";
import { inconsistent } from "./evidence.ts";
import { type KeptLog, readKept, replaceKept } from "./kept.ts";
import { firstEntry } from "./monitor.ts";
import { beganWith, tilesAt } from "./tiles.ts";
import type { Verifying } from "./verify.ts";

/** A key that was accepted. */
export interface Accepted {
  kept: KeptLog;
  /** Of a log that follows another one: what was before, as its first entry says it. */
  epoch?: {
    previous: string;
    /** Entries it carries on from. */
    size: number;
    reason: string;
    /** Entries that were seen here and are not in what it carries on from. */
    missing: number;
  };
}

/**
 * Pins a key of a registry's log, which has to have signed its head of now. A key of the same log joins
 * those that are pinned; one of another log takes their place, and the kept head starts again.
 *
 * @throws SvcError `invalid_argument` for what is not a key; `log_key_unknown` when it did not sign;
 *   `log_inconsistent`; `log_disabled`
 */
export async function acceptKey(
  { host, rules }: Pick<Verifying, "host" | "rules">,
  caller: Caller,
  vkey: string,
): Promise<Accepted> {
  const { serverUrl } = caller;
  const key = parseVkey(vkey);
  const kept = await readKept(host, serverUrl);
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
    const earlier = { size: same.head.size, root: bytesOf(same.head.root)! };
    if (!await beganWith(tilesAt(caller, head), head, earlier)) {
      const message = `The log of ${serverUrl} is not the one that you saw`;
      const evidence = { serverUrl, before: same.head.note, now: note, consistency: [] };
      throw await inconsistent(host, message, evidence);
    }
  }
  const after: KeptLog = {
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
  const epoch = same === undefined ? await epochOf(caller, head, kept) : undefined;
  if (!await replaceKept(host, serverUrl, kept, after)) {
    throw new SvcError("conflict", "Another svc kept a head of this log meanwhile", {
      hint: "Run it again.",
    });
  }
  return { kept: after, ...(epoch === undefined ? {} : { epoch }) };
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
  const kept = await readKept(host, serverUrl);
  const own = vkeys.filter((vkey) => {
    const key = tryParseVkey(vkey);
    return key?.kind === "log" && key.name === kept?.origin;
  });
  if (kept === undefined || own.every((vkey) => kept.keys.includes(vkey))) return;
  // When another svc was first, the next time does it.
  const keys = [...new Set([...kept.keys, ...own])];
  await replaceKept(host, serverUrl, kept, { ...kept, keys });
}

async function epochOf(
  caller: Caller,
  head: CheckedHead,
  kept: KeptLog | undefined,
): Promise<Accepted["epoch"]> {
  if (head.size === 0) return undefined;
  const { kind, previous, size, reason } = await firstEntry(caller, head);
  if (kind !== "epoch" || typeof previous !== "string" || !Number.isSafeInteger(size)) {
    return undefined;
  }
  const seen = kept?.origin === previous ? kept.head?.size ?? 0 : 0;
  return {
    previous,
    size: Number(size),
    reason: String(reason),
    missing: Math.max(0, seen - Number(size)),
  };
}
