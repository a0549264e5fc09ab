import { removeIfPresent } from "../../base/files/remove.ts";
import { UUID } from "@svc/core/name";
import { SvcError } from "@svc/core/error";
import { isRecord, parsedJson } from "@svc/core/json";
import { readSmallFile } from "../../base/files/read.ts";
import type { LockInfo } from "../../providers/datastore_provider.ts";
import { ownPath } from "../../repository/links.ts";
import { sha256 } from "../exchange/digest.ts";
import { makeFolder } from "./transfer.ts";

/*
 * A lock is a folder of numbered files, `1.lock`, `2.lock` and so on. The file with the highest number
 * says who holds it, or that nobody does. A process that changes that creates the next number, which
 * only one can do, on every file system: to take a free lock, to release their own, to take over from a
 * holder that is gone. A holder that was paused meanwhile cannot create its next number any more.
 *
 * `<nonce>.beat` is the holder's: it writes a higher number there from time to time, and keeps it locked
 * in the kernel as long as its process lives.
 */

/** Where the locks of a store are. */
const LOCKS = "..locks";

/** Files that stay behind the newest one: a listing may be that much behind, and is still right. */
const KEPT = 32;

/** Bytes of a lock's file. */
const LONGEST = 4096;

/** Who holds a lock, as its file says. */
export interface Holder extends Required<LockInfo> {
  /** The start of the machine that its process runs in, see `machineOf`. */
  machine: string;
}

/** What the folder of a lock says. */
interface LockState {
  /** The highest number; 0 when nobody has ever held it. */
  number: number;
  /** Undefined when nobody holds it; `unknown` for a file that is not whole yet. */
  holder: Holder | "unknown" | undefined;
}

/** The folder of a lock. */
export function lockFolder(store: string, key: string): string {
  const name = encodeURIComponent(key).replaceAll(/[.*'()~!]/g, "_").replaceAll("%", "=");
  const short = name.length > 100 ? `${name.slice(0, 60)}-${sha256(key).slice(0, 32)}` : name;
  makeFolder(store, `${LOCKS}/${short}/x`);
  return ownPath(store, `${LOCKS}/${short}`);
}

/** Reads who holds a lock. */
export function readLock(folder: string): LockState {
  const number = numbersIn(folder).at(-1) ?? 0;
  if (number === 0) return { number, holder: undefined };
  const text = readSmallFile(`${folder}/${number}.lock`, LONGEST);
  return { number, holder: holderOf(text) };
}

/** The file that shows that a holder is alive. */
export function beatFile(folder: string, nonce: string): string {
  return `${folder}/${nonce}.beat`;
}

/**
 * Creates the next number of a lock.
 *
 * @param holder absent when nobody is to hold it
 * @returns false when another one was first
 */
export function advance(folder: string, after: number, holder?: Holder): boolean {
  const number = after + 1;
  const target = `${folder}/${number}.lock`;
  const aside = `${folder}/.${crypto.randomUUID()}`;
  const id = holder?.nonce ?? crypto.randomUUID();
  Deno.writeTextFileSync(aside, JSON.stringify(holder ?? { free: id }), { createNew: true });
  try {
    create(aside, target);
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    // A share may say so of a request that it has carried out, and answers again.
    if (readSmallFile(target, LONGEST) !== JSON.stringify(holder ?? { free: id })) return false;
  } finally {
    removeIfPresent(aside);
  }
  const newest = numbersIn(folder).at(-1) ?? 0;
  // Numbers are removed from below. A process that slept for long could create one that was removed.
  if (newest >= number + KEPT) return false;
  // What was released may be another's by now; what was taken is lost when it is.
  if (holder !== undefined && newest !== number) return false;
  removeOld(folder, number);
  return true;
}

function create(aside: string, target: string): void {
  try {
    Deno.linkSync(aside, target);
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) throw error;
    // A share without links: exclusive as well, though others may see the file before it is whole.
    const text = Deno.readTextFileSync(aside);
    Deno.writeTextFileSync(target, text, { createNew: true });
  }
}

function removeOld(folder: string, number: number): void {
  for (const old of numbersIn(folder)) {
    if (old > number - KEPT) return;
    const holder = holderOf(readSmallFile(`${folder}/${old}.lock`, LONGEST));
    if (typeof holder === "object") removeIfPresent(beatFile(folder, holder.nonce));
    removeIfPresent(`${folder}/${old}.lock`);
  }
}

function numbersIn(folder: string): number[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isFile }) => {
    const [, number] = /^([1-9]\d{0,14})\.lock$/.exec(name) ?? [];
    return isFile && number !== undefined ? [Number(number)] : [];
  }).sort((a, b) => a - b);
}

/** Others may write what they like; nobody who says nothing sensible holds a lock for ever. */
function holderOf(text: string | undefined): LockState["holder"] {
  const value = parsedJson(text ?? "");
  if (!isRecord(value)) return "unknown";
  if ("free" in value) return undefined;
  const { holder, hostname, pid, acquiredAt, ttlMs, nonce, machine } = value;
  const texts = [holder, hostname, acquiredAt, nonce, machine];
  if (!texts.every((one) => typeof one === "string" && one.length < 500)) return "unknown";
  if (!Number.isSafeInteger(pid) || !Number.isSafeInteger(ttlMs) || !UUID.test(nonce as string)) {
    return "unknown";
  }
  return value as unknown as Holder;
}

/** What to say to somebody who does not get a lock in time. */
export function lockTimeout(waitedMs: number, holder: LockState["holder"]): SvcError {
  const who = typeof holder === "object"
    ? `${holder.holder}, process ${holder.pid}, since ${holder.acquiredAt}`
    : "another svc process";
  return new SvcError(
    "lock_timeout",
    `The datastore is still locked after ${waitedMs} ms by ${who}`,
    {
      hint:
        "Try again when that command has ended. If that process no longer exists, release its " +
        "lock: svc datastore unlock",
    },
  );
}
