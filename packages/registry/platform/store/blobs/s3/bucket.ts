import { createHash } from "node:crypto";
import { isSvcError, SvcError } from "@svc/core/error";
import { STORE_AWAY } from "../../outside.ts";
import { type Listed, readPage } from "./listing.ts";
import { errorCodeOf, refusalOf } from "./refusal.ts";
import { openCredentials } from "./credentials/open.ts";
import type { S3Manners } from "./manners.ts";
import { isPassing, Passing, retried } from "./retry.ts";
import { presign, type S3Answer, type S3Request, send } from "./send.ts";
import type { S3Target } from "./target.ts";

/** An object that is being read. */
export interface S3Object {
  bytes: number;
  /** What the store calls this state of it; empty where it has no word for it. */
  tag: string;
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>>;
  cancel(): Promise<void>;
}

/**
 * The objects of one prefix of a bucket; keys are without it. What fails for this moment only is tried
 * again; what fails in the end, or has no credentials, is an SvcError `unavailable` or `storage_full`.
 */
export interface Bucket {
  target: S3Target;
  /** Writes an object whose bytes have this SHA-256 (hex). Doing it twice is harmless. */
  put(key: string, bytes: Uint8Array<ArrayBuffer>, checksum: string): Promise<void>;
  /**
   * Writes an object if it is still the one of that tag, or if there is none. Of a store that knows no
   * conditions it is written as it is: what is compared with it before is all the care there.
   *
   * @returns false when the object is another one
   */
  putIf(key: string, bytes: Uint8Array<ArrayBuffer>, tag: string | undefined): Promise<boolean>;
  /**
   * Reads an object: what `read` makes of it, tried again as a whole; undefined when there is none.
   *
   * @param read throws Passing when the same may succeed a moment later
   */
  get<Result>(
    key: string,
    read: (object: S3Object) => Promise<Result>,
  ): Promise<Result | undefined>;
  /** Its size in bytes; undefined when there is none. */
  size(key: string): Promise<number | undefined>;
  remove(key: string): Promise<void>;
  /** Every object whose key begins with `start`. */
  list(start: string): AsyncIterable<Listed>;
  /** An address of an object that authorises itself, for `lifetime` milliseconds. */
  address(
    method: "GET" | "PUT",
    key: string,
    lifetime: number,
    query?: Readonly<Record<string, string>>,
  ): Promise<string>;
}

/** What a page of a listing may have: 1,000 keys of at most 1 KB. */
const MOST_OF_A_PAGE = 4 * 1024 * 1024;

/** The objects below a target. */
export function openBucket(
  target: S3Target,
  manners: S3Manners,
  credentials = openCredentials(target, manners),
): Bucket {
  const within = (key: string) => `${target.prefix}${key}`;
  const sent = async (request: S3Request) =>
    await send(target, await credentials(), request, manners);
  let takesChecksums = true;

  /** Sends until there is an answer that stays. */
  async function ask<Result>(
    request: S3Request,
    doing: string,
    read: (answer: S3Answer) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await retried(async () => await read(await sent(request)), manners);
    } catch (error) {
      throw asRefusal(target, error, doing);
    }
  }

  async function putOnce(request: S3Request, checksum: string): Promise<void> {
    // Others may learn meanwhile that there are to be none.
    const withChecksum = takesChecksums;
    const extra = withChecksum
      ? { "x-amz-checksum-sha256": Uint8Array.fromHex(checksum).toBase64() }
      : {};
    const headers = { ...request.headers, ...extra };
    const answer = await sent({ ...request, headers });
    if (answer.status === 200) return await answer.cancel();
    const said = await errorCodeOf(answer);
    if (withChecksum && refusesChecksums(answer.status, said)) {
      takesChecksums = false;
      return await putOnce(request, checksum);
    }
    throw await refusalOf(target, answer, "writing", said);
  }

  const bucket: Bucket = {
    target,
    async put(key, body, checksum) {
      const headers = { "content-type": "application/gzip" };
      const request: S3Request = { method: "PUT", key: within(key), headers, body, checksum };
      try {
        await retried(() => putOnce(request, checksum), manners);
      } catch (error) {
        // The answer may have been lost after the object was written.
        if (isPassing(error) && await holds(key, body, checksum)) return;
        throw asRefusal(target, error, "writing");
      }
    },
    async putIf(key, body, tag) {
      const checksum = createHash("sha256").update(body).digest("hex");
      const condition = tag === undefined ? { "if-none-match": "*" } : { "if-match": tag };
      const request = (conditions: Record<string, string>): S3Request => ({
        method: "PUT",
        key: within(key),
        headers: { "content-type": "text/plain; charset=utf-8", ...conditions },
        body,
        checksum,
      });
      const put = async (conditions: Record<string, string>): Promise<boolean> =>
        await ask(request(conditions), "writing", async (answer) => {
          if (answer.status === 200) return await answer.cancel().then(() => true);
          const said = await errorCodeOf(answer);
          if (answer.status === 412 || answer.status === 404 && said === "NoSuchKey") {
            // A try before may have been written, and only its answer lost.
            return await holds(key, body, checksum);
          }
          if (answer.status === 501 && Object.keys(conditions).length > 0) return await put({});
          throw await refusalOf(target, answer, "writing", said);
        });
      return await put(condition);
    },
    async get(key, read) {
      return await ask({ method: "GET", key: within(key) }, "reading", async (answer) => {
        if (answer.status === 404) return await missing(answer);
        if (answer.status !== 200) throw await refusalOf(target, answer, "reading");
        const { chunks, cancel } = answer;
        const bytes = lengthOf(answer);
        const tag = answer.headers.get("etag") ?? "";
        try {
          return await read({ bytes, tag, chunks, cancel });
        } catch (error) {
          await cancel();
          throw error;
        }
      });
    },
    async size(key) {
      return await ask({ method: "HEAD", key: within(key) }, "looking", async (answer) => {
        await answer.cancel();
        if (answer.status === 404) return undefined;
        if (answer.status !== 200) throw await refusalOf(target, answer, "looking", "");
        return lengthOf(answer);
      });
    },
    async remove(key) {
      await ask({ method: "DELETE", key: within(key) }, "removing", async (answer) => {
        if (answer.status === 204 || answer.status === 200) return await answer.cancel();
        if (answer.status === 404) return await missing(answer);
        throw await refusalOf(target, answer, "removing");
      });
    },
    async *list(start) {
      let next: string | undefined;
      let last = "";
      do {
        const query = {
          "list-type": "2",
          "max-keys": String(manners.pageKeys),
          prefix: within(start),
          ...(next === undefined ? {} : { "continuation-token": next }),
        };
        const page = await ask({ method: "GET", query }, "listing", async (answer) => {
          if (answer.status !== 200) throw await refusalOf(target, answer, "listing");
          const page = readPage(await textOf(answer));
          if (page === undefined) throw new Passing(`${target.shown}: a listing cannot be read`);
          return page;
        });
        for (const object of page.objects) {
          // Keys come in order: a store that repeats itself would be asked without end.
          if (object.key <= last || !object.key.startsWith(target.prefix)) throw disorder(target);
          last = object.key;
          yield { ...object, key: object.key.slice(target.prefix.length) };
        }
        if (page.next !== undefined && page.objects.length === 0) throw disorder(target);
        next = page.next;
      } while (next !== undefined);
    },
    address: async (method, key, lifetime, query) =>
      await presign(target, await credentials(), method, within(key), {
        lifetime,
        now: manners.now(),
        query,
      }),
  };

  /** A 404 without the store's word for it, or with that of an object: there is none. */
  async function missing(answer: S3Answer): Promise<undefined> {
    const said = await errorCodeOf(answer);
    if (said === "" || said === "NoSuchKey") return undefined;
    throw await refusalOf(target, answer, "reading", said);
  }

  /** Whether the object is there with these bytes; false when that cannot be told. */
  async function holds(key: string, bytes: Uint8Array, checksum: string): Promise<boolean> {
    try {
      const answer = await sent({ method: "GET", key: within(key) });
      if (answer.status !== 200 || lengthOf(answer) !== bytes.byteLength) {
        await answer.cancel();
        return false;
      }
      const hash = createHash("sha256");
      for await (const chunk of answer.chunks) hash.update(chunk);
      return hash.digest("hex") === checksum;
    } catch {
      return false;
    }
  }

  return bucket;
}

/** Stores that do not know the header of a checksum refuse it, or pass over it. */
function refusesChecksums(status: number, said: string): boolean {
  return status === 501 || /^(?:NotImplemented|InvalidArgument|InvalidRequest)$/.test(said);
}

function asRefusal({ shown }: S3Target, error: unknown, doing: string): unknown {
  if (isSvcError(error) || !isPassing(error)) return error;
  const why = error instanceof Passing ? error.message : `${shown}: ${doing} got no answer`;
  return new SvcError("unavailable", why, {
    hint: "Check that the store runs and this machine reaches it; then try again.",
    outside: STORE_AWAY,
    cause: error,
  });
}

function lengthOf({ headers }: S3Answer): number {
  const length = headers.get("content-length") ?? "";
  if (/^\d{1,15}$/.test(length)) return Number(length);
  throw new Passing("an answer has no length");
}

async function textOf(answer: S3Answer): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of answer.chunks) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MOST_OF_A_PAGE) break;
  }
  return text + decoder.decode();
}

function disorder({ shown }: S3Target): SvcError {
  return new SvcError("unavailable", `${shown}: a listing repeats itself`, {
    hint: "The store does not list in order, as S3 does; use another one.",
    outside: STORE_AWAY,
  });
}
