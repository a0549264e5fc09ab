import { createHash } from "node:crypto";
import type { BlobState, BlobStore } from "../blob_store.ts";
import { damagedBlob } from "../damaged.ts";
import { hashChunks, type Hashed, writeHashed } from "../hashed_file.ts";
import type { Bucket, S3Object } from "./bucket.ts";
import { Passing } from "./retry.ts";
import { SvcError } from "@svc/core/error";

/** How a store in a bucket behaves. */
export interface S3Options {
  /** True when clients get and send bytes through this server. */
  proxied: boolean;
  /** A folder for files of a moment; what a killed process left there is removed by its age. */
  scratch: string;
}

const CHECKSUM = /^[0-9a-f]{64}$/;
const FOLDER = "blobs/";

/** How long a bucket that was found well counts as such, in milliseconds: anybody may ask. */
const FRESH = 30_000;

/** Bytes up to which a blob is held in memory while it is handed out; nearly all have fewer. */
const HELD = 1024 * 1024;

/** What an address of an archive answers with, as this server does. */
const ANSWERS_WITH = {
  "response-content-type": "application/gzip",
  "response-content-disposition": "attachment",
  "response-cache-control": "private, max-age=3600, immutable",
};

/**
 * Archives in a bucket: `blobs/<checksum>`. A blob that passes through this server is compared with its
 * name before its first byte is given away.
 */
export function s3Blobs(bucket: Bucket, { proxied, scratch }: S3Options): BlobStore {
  let foundWell = -Infinity;
  const keyOf = (checksum: string) => {
    if (!CHECKSUM.test(checksum)) throw new TypeError("a blob is named by its SHA-256 in hex");
    return `${FOLDER}${checksum}`;
  };

  /** What was altered on the way is fetched again; what is damaged in the bucket is not. */
  async function fetchWhole<Taken extends Hashed>(
    checksum: string,
    take: (object: S3Object) => Promise<Taken>,
  ): Promise<Taken | undefined> {
    let damaged = false;
    return await bucket.get(keyOf(checksum), async (object) => {
      const taken = await take(object);
      if (taken.checksum === checksum) return taken;
      if (damaged) throw damagedBlob(checksum);
      damaged = true;
      throw new Passing("other bytes came than were stored");
    });
  }

  return {
    async address(checksum, lifetime) {
      const key = keyOf(checksum);
      return proxied ? undefined : await bucket.address("GET", key, lifetime, ANSWERS_WITH);
    },
    async put(checksum, bytes) {
      const key = keyOf(checksum);
      const body = unshared(bytes);
      if (new Uint8Array(await crypto.subtle.digest("SHA-256", body)).toHex() !== checksum) {
        throw new TypeError("a blob is named by the SHA-256 of its bytes");
      }
      await bucket.put(key, body, checksum);
    },
    async read(checksum) {
      const taken = await fetchWhole(
        checksum,
        (object) => object.bytes <= HELD ? hold(object) : aside(object, checksum, scratch),
      );
      return taken && { bytes: taken.bytes, body: taken.body() };
    },
    handOver: () => Promise.resolve(undefined),
    async readAll(checksum) {
      return (await fetchWhole(checksum, hold))?.all;
    },
    async check(checksum): Promise<BlobState> {
      const found = await bucket.get(keyOf(checksum), ({ chunks }) => hashChunks(chunks));
      if (found === undefined) return "missing";
      return found.checksum === checksum ? "whole" : "damaged";
    },
    has: async (checksum) => await bucket.size(keyOf(checksum)) !== undefined,
    remove: async (checksum) => await bucket.remove(keyOf(checksum)),
    async *list() {
      for await (const { key, storedAt } of bucket.list(FOLDER)) {
        const checksum = key.slice(FOLDER.length);
        if (CHECKSUM.test(checksum)) yield { checksum, storedAt };
      }
    },
    async probe() {
      if (performance.now() - foundWell < FRESH) return;
      await probeBucket(bucket);
      foundWell = performance.now();
    },
  };
}

/** A request's body is of memory that nobody shares. */
function unshared(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? bytes as Uint8Array<ArrayBuffer> : bytes.slice();
}

async function hold({ chunks }: S3Object) {
  const hash = createHash("sha256");
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of chunks) {
    hash.update(chunk);
    pieces.push(chunk);
  }
  const all = await new Blob(pieces).bytes();
  return {
    checksum: hash.digest("hex"),
    bytes: all.length,
    all,
    body: () => new Blob([all]).stream(),
  };
}

/** Lays an object aside in a file without a name, whose room is free again when it was read. */
async function aside({ chunks }: S3Object, checksum: string, scratch: string) {
  const path = `${scratch}/${crypto.randomUUID()}`;
  try {
    const hashed = await writeHashed(path, chunks);
    const file = hashed.checksum === checksum ? await Deno.open(path) : undefined;
    return { ...hashed, body: () => file!.readable };
  } finally {
    await Deno.remove(path).catch(() => undefined);
  }
}

const PROBES = "probes/";

/**
 * Writes an object, reads it, lists it and removes it.
 *
 * @throws SvcError `unavailable` or `storage_full` that says what is wrong and what to do
 */
async function probeBucket(bucket: Bucket): Promise<void> {
  const key = `${PROBES}${crypto.randomUUID()}`;
  const written = crypto.getRandomValues(new Uint8Array(32));
  const checksum = new Uint8Array(await crypto.subtle.digest("SHA-256", written)).toHex();
  await bucket.put(key, written, checksum);
  try {
    const read = await bucket.get(
      key,
      async ({ chunks }) =>
        new Uint8Array(await new Blob(await Array.fromAsync(chunks)).arrayBuffer()),
    );
    if (read?.toHex() !== written.toHex()) throw forgetful(bucket, "gave back other bytes");
    const listed = await Array.fromAsync(bucket.list(key));
    if (listed.length !== 1) throw forgetful(bucket, "did not list them");
  } finally {
    await bucket.remove(key);
  }
}

function forgetful({ target: { shown } }: Bucket, what: string): SvcError {
  return new SvcError("unavailable", `${shown}: the store took 32 bytes and ${what}`, {
    hint: "It is not an S3-compatible store, or something in between changes its answers.",
  });
}
