import { isSvcError, SvcError } from "@svc/core/error";
import { LRUCache } from "lru-cache";
import { ProcessFailure } from "../../../platform/process/failure.ts";
import type { BlobStore } from "../../../platform/store/blobs/mod.ts";
import type { Comparison } from "./compare.ts";
import type { ListedFile } from "./list.ts";
import type { SourceWorker } from "./process.ts";
import type { SourceFile } from "./show.ts";
import type { ArchiveAt, Results, Task } from "./task.ts";

/** Reads the sources of published and staged versions. Archives are named by their checksum. */
export interface SourceReader {
  list(checksum: string, asker: string): Promise<ListedFile[]>;
  /** Undefined when the archive has no such file, here and below. */
  show(checksum: string, file: string, asker: string): Promise<SourceFile | undefined>;
  bytes(
    checksum: string,
    file: string,
    asker: string,
  ): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** `before` is undefined for a first version: all of it is new. */
  compare(
    checksum: string,
    before: string | undefined,
    file: string | undefined,
    asker: string,
  ): Promise<Comparison>;
  /** Ends what is running. */
  close(): Promise<void>;
}

declare module "../../../access/services.ts" {
  interface Services {
    sources: SourceReader;
  }
}

/** What is remembered of answers, in characters of their JSON. */
const MOST_CHARACTERS = 16_000_000;

/** How long an archive that could not be read is not tried again, in milliseconds. */
const RETRY_MS = 10 * 60_000;

/** Questions whose archives may be in the folder at once, of all and of one asker. */
const MOST_AT_ONCE = { all: 22, one: 6 };

type Kept = { result: Results[Task["ask"]] } | { error: SvcError };

/**
 * Answers by a worker, remembered by checksum: an archive never changes. Those who ask the same at
 * once share one answer.
 *
 * @param folder where an archive is laid for the worker, wherever the store keeps it
 */
export function sourceReader(
  worker: SourceWorker,
  blobs: Pick<BlobStore, "read">,
  folder: string,
): SourceReader {
  const cache = new LRUCache<string, Kept, () => Promise<Kept>>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: (kept, key) => key.length + ("result" in kept ? sizeOf(kept.result) : 1_000),
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { context: work, options }) {
      const kept = await work();
      if ("error" in kept) options.ttl = RETRY_MS;
      return kept;
    },
  });

  async function remembered<Ask extends Task["ask"]>(
    key: readonly (string | undefined)[],
    work: () => Promise<Results[Ask]>,
  ): Promise<Results[Ask]> {
    const kept = await cache.forceFetch(JSON.stringify(key), {
      context: async () => {
        try {
          return { result: await work() };
        } catch (error) {
          if (isSvcError(error) && tookTooMuch(error)) return { error };
          throw error;
        }
      },
    });
    if ("error" in kept) throw kept.error;
    return kept.result as Results[Ask];
  }

  const asking = new Map<string, number>();

  /** Refuses before it copies: a queue of archives would fill the disk. */
  async function withArchives<Result>(
    checksums: readonly string[],
    asker: string,
    work: (archives: ArchiveAt[]) => Promise<Result>,
  ): Promise<Result> {
    const own = asking.get(asker) ?? 0;
    const all = [...asking.values()].reduce((sum, count) => sum + count, 0);
    if (own >= MOST_AT_ONCE.one || all >= MOST_AT_ONCE.all) {
      throw new SvcError("unavailable", "Too many people are reading sources right now", {
        hint: "Load the page again in a minute.",
      });
    }
    asking.set(asker, own + 1);
    const laid: ArchiveAt[] = [];
    try {
      for (const checksum of checksums) {
        const path = `${folder}/${crypto.randomUUID()}`;
        laid.push({ checksum, path });
        await layDown(blobs, checksum, path);
      }
      return await work(laid);
    } finally {
      for (const { path } of laid) await Deno.remove(path).catch(() => undefined);
      const left = asking.get(asker)! - 1;
      if (left === 0) asking.delete(asker);
      else asking.set(asker, left);
    }
  }

  return {
    list: (checksum, asker) =>
      remembered<"list">(
        ["list", checksum],
        () =>
          withArchives([checksum], asker, ([archive]) =>
            worker.do<"list">({ ask: "list", archive: archive! }, asker)),
      ),
    show: (checksum, file, asker) =>
      remembered<"show">(
        ["show", checksum, file],
        () =>
          withArchives([checksum], asker, async ([archive]) => {
            const task = { ask: "show", archive: archive!, file } as const;
            try {
              return await worker.do<"show">({ ...task, plain: false }, asker);
            } catch (error) {
              if (!isSvcError(error) || !tookTooMuch(error)) throw error;
              return await worker.do<"show">({ ...task, plain: true }, asker);
            }
          }),
      ),
    bytes: (checksum, file, asker) =>
      withArchives([checksum], asker, async ([archive]) => {
        const text = await worker.do<"bytes">({ ask: "bytes", archive: archive!, file }, asker);
        return text === undefined ? undefined : Uint8Array.fromBase64(text);
      }),
    compare: (checksum, before, file, asker) =>
      remembered<"compare">(
        ["compare", checksum, before, file],
        () =>
          withArchives(
            before === undefined ? [checksum] : [checksum, before],
            asker,
            ([archive, old]) =>
              worker.do<"compare">(
                { ask: "compare", archive: archive!, before: old, file },
                asker,
              ),
          ),
      ),
    close: () => worker.close(),
  };
}

async function layDown(blobs: Pick<BlobStore, "read">, checksum: string, path: string) {
  const blob = await blobs.read(checksum);
  if (!blob) throw new SvcError("unavailable", "The archive of this version is not in the store");
  await Deno.writeFile(path, blob.body, { createNew: true, mode: 0o600 });
}

function tookTooMuch({ cause }: SvcError): boolean {
  return cause instanceof ProcessFailure && (cause.reason === "late" || cause.reason === "ended");
}

function sizeOf(result: Results[Task["ask"]]): number {
  return result === undefined ? 1 : JSON.stringify(result).length;
}
