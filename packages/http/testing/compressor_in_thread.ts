import { compressed } from "../prepared/compress.ts";
import type { Compressor } from "../prepared/compressor.ts";

/** A compressor in the thread that asks. */
export function compressorInThread(): Compressor {
  return {
    compress: (body, encoding) => Promise.resolve(compressed(body, encoding)),
    close() {},
  };
}
