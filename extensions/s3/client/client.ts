import { type Answer, etagOf } from "./answer.ts";
import type { Target } from "./configuration.ts";
import type { Credentials } from "./credentials.ts";
import { StoreFailure } from "./failure.ts";
import { type Listed, readPage } from "./listing.ts";
import { errorCodeOf, refusalOf } from "./refusal.ts";
import { pause, retried, type Retries } from "./retry.ts";
import { type Request, send } from "./send.ts";

/** An object with what names its present content. */
export interface Stored {
  bytes: Uint8Array<ArrayBuffer>;
  etag: string;
}

/** What a write asks of the object that is there: nothing, that there is none, or its ETag. */
export type Condition = { absent: true } | { etag: string } | undefined;

/** Requests to the objects of one datastore. Keys are without its prefix. */
export interface Client {
  target: Target;
  /** The object, at most `limit` bytes; undefined when there is none. */
  get(key: string, limit: number, signal?: AbortSignal): Promise<Stored | undefined>;
  /** As `get`; `unchanged` when its ETag is still this one. */
  getChanged(
    key: string,
    etag: string,
    limit: number,
    signal?: AbortSignal,
  ): Promise<Stored | "unchanged" | undefined>;
  /** Bytes `from` to `to` (exclusive) of an object; undefined when there is no such object. */
  getRange(
    key: string,
    from: number,
    to: number,
    signal?: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Size of an object in bytes; undefined when there is none. */
  size(key: string, signal?: AbortSignal): Promise<number | undefined>;
  /** Writes an object. @returns its ETag; undefined when the condition does not hold */
  put(
    key: string,
    bytes: Uint8Array<ArrayBuffer>,
    condition: Condition,
    signal?: AbortSignal,
  ): Promise<string | undefined>;
  /** Removes an object; one that is not there is no failure. */
  remove(key: string, signal?: AbortSignal): Promise<void>;
  /** Every object below a folder, by key, with the time by the store's clock. */
  list(folder: string, signal?: AbortSignal): Promise<{ objects: Listed[]; now: number }>;
}

/** Bytes of an answer that nothing is read from. */
const NO_CONTENT = 64 * 1024;
const LARGEST_PAGE_BYTES = 4 * 1024 * 1024;
const MOST_PAGES = 2000;

/**
 * A client for the objects of one datastore. Its operations throw {@link StoreFailure}, or the reason
 * of their signal.
 */
export function openClient(
  target: Target,
  credentials: () => Credentials,
  retries: Retries = { tries: 6, pause },
): Client {
  const ask = (request: Request, signal: AbortSignal | undefined) =>
    retried(() => send(target, credentials(), request, signal), retries, signal);

  return {
    target,
    async get(key, limit, signal) {
      const answer = await ask({ method: "GET", key, limit }, signal);
      return isMissing(answer) ? undefined : storedOf(answer, key);
    },
    async getChanged(key, etag, limit, signal) {
      const headers = { "if-none-match": etag };
      const answer = await ask({ method: "GET", key, headers, limit }, signal);
      if (answer.status === 304) return "unchanged";
      return isMissing(answer) ? undefined : storedOf(answer, key);
    },
    async getRange(key, from, to, signal) {
      const headers = { range: `bytes=${from}-${to - 1}` };
      const answer = await ask({ method: "GET", key, headers, limit: to - from }, signal);
      if (isMissing(answer)) return undefined;
      if (answer.status !== 206) throw refusalOf(answer, `reading a part of ${key}`);
      return answer.body;
    },
    async size(key, signal) {
      const answer = await ask({ method: "HEAD", key, limit: NO_CONTENT }, signal);
      if (answer.status === 404) return undefined;
      if (answer.status !== 200) throw refusalOf(answer, `looking at ${key}`);
      return Number(answer.headers.get("content-length") ?? "-1");
    },
    async put(key, body, condition, signal) {
      const headers = conditionOf(condition);
      const answer = await ask({ method: "PUT", key, headers, body, limit: NO_CONTENT }, signal);
      if (condition !== undefined && isUnmet(answer)) return undefined;
      if (answer.status !== 200) throw refusalOf(answer, `writing ${key}`);
      return etagOf(answer.headers);
    },
    async remove(key, signal) {
      const answer = await ask({ method: "DELETE", key, limit: NO_CONTENT }, signal);
      if (answer.status !== 204 && answer.status !== 200 && !isMissing(answer)) {
        throw refusalOf(answer, `removing ${key}`);
      }
    },
    async list(folder, signal) {
      const prefix = target.prefix + folder;
      const objects: Listed[] = [];
      let now = 0;
      let next: string | undefined;
      for (let pages = 0; pages < MOST_PAGES; pages++) {
        const query = {
          "list-type": "2",
          prefix,
          ...(next === undefined ? {} : { "continuation-token": next }),
        };
        const answer = await ask({ method: "GET", query, limit: LARGEST_PAGE_BYTES }, signal);
        if (answer.status !== 200) throw refusalOf(answer, "listing the bucket");
        now = Date.parse(answer.headers.get("date") ?? "") || 0;
        const page = readPage(answer.body, prefix);
        refuseDisorder(objects.at(-1), page.objects);
        objects.push(...page.objects);
        if (page.next === undefined) return { objects, now };
        if (page.objects.length === 0) break;
        next = page.next;
      }
      throw new StoreFailure("bad_answer", "a listing does not end");
    },
  };
}

function conditionOf(condition: Condition): Record<string, string> {
  if (condition === undefined) return {};
  return "etag" in condition ? { "if-match": condition.etag } : { "if-none-match": "*" };
}

/** 412, and 404 for an ETag of what is not there. 409 that stays is one of the store's busy answers. */
function isUnmet(answer: Answer): boolean {
  return answer.status === 412 || isMissing(answer);
}

/** Whether the object is not there; a bucket that is not there is a failure. */
function isMissing(answer: Answer): boolean {
  return answer.status === 404 && errorCodeOf(answer) !== "NoSuchBucket";
}

function storedOf(answer: Answer, key: string): Stored {
  if (answer.status !== 200) throw refusalOf(answer, `reading ${key}`);
  return { bytes: answer.body, etag: etagOf(answer.headers) };
}

/** Keys come in order; a store that repeats itself would be asked for ever. */
function refuseDisorder(last: Listed | undefined, objects: readonly Listed[]): void {
  let before = last?.key ?? "";
  for (const { key } of objects) {
    if (key <= before) throw new StoreFailure("bad_answer", "a listing repeats itself");
    before = key;
  }
}
