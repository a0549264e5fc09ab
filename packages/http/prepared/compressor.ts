import type { Encoding } from "./encoding.ts";

/** An encoding that makes a body shorter. */
export type Compression = Exclude<Encoding, "identity">;

/** A shorter body, or why there is none. */
export type Compressed = Uint8Array<ArrayBuffer> | "no shorter" | "busy";

/** Makes bodies shorter, away from the thread that answers. */
export interface Compressor {
  /** The body in that encoding; `busy` when too many wait, or when the thread has failed. */
  compress(body: Uint8Array<ArrayBuffer>, encoding: Compression): Promise<Compressed>;
  close(): void;
}

/** Answers that wait to be compressed; beyond that they are sent as they are. */
const MOST_WAITING = 64;

/**
 * A compressor in a worker thread, started when something is to be compressed: zlib's asynchronous
 * functions hold up the event loop of this Deno for as long as they take.
 */
export function threadedCompressor(): Compressor {
  let worker: Worker | undefined;
  let next = 0;
  const waiting = new Map<number, (body: Compressed) => void>();
  const give = (id: number, body: Compressed) => {
    waiting.get(id)?.(body);
    waiting.delete(id);
  };
  const end = () => {
    worker?.terminate();
    worker = undefined;
    for (const id of [...waiting.keys()]) give(id, "busy");
  };
  const start = () => {
    const started = new Worker(new URL("./compress_worker.ts", import.meta.url), {
      type: "module",
      name: "compressor",
    });
    started.onmessage = ({ data: { id, body } }) => give(id, body);
    // The next answer starts another one.
    started.onerror = (event) => {
      event.preventDefault();
      end();
    };
    return started;
  };
  return {
    compress(body, encoding) {
      if (waiting.size >= MOST_WAITING) return Promise.resolve("busy");
      worker ??= start();
      const id = next++;
      const { promise, resolve } = Promise.withResolvers<Compressed>();
      waiting.set(id, resolve);
      worker.postMessage({ id, body, encoding });
      return promise;
    },
    close: end,
  };
}
