import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Encoding } from "./encoding.ts";

/** Brotli takes as long at this quality as gzip at its usual level, and gives a tenth less. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** The body in an encoding, unless that saves less than a tenth. */
export function compressed(
  body: Uint8Array,
  encoding: Exclude<Encoding, "identity">,
): Uint8Array<ArrayBuffer> | "no shorter" {
  const short = new Uint8Array(
    encoding === "br" ? brotliCompressSync(body, BROTLI) : gzipSync(body),
  );
  return short.byteLength < body.byteLength * 0.9 ? short : "no shorter";
}
