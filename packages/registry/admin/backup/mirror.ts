import { SvcError } from "@svc/core/error";
import type { ReadMirror } from "../../features/registry_log/adopt.ts";

/** Longest file of a mirror: a bundle of the longest entries there can be. */
const LONGEST = 20 * 1024 * 1024;

/** Reads a mirror in a folder, or at an address. */
export function readMirror(place: string): ReadMirror {
  const at = place.replace(/\/$/, "");
  if (!/^https?:\/\//.test(place)) return (path) => readFileOf(`${at}/${path}`);
  return async (path) => {
    const response = await fetch(`${at}/${path}`, { signal: AbortSignal.timeout(30_000) });
    const bytes = response.ok ? await response.bytes() : undefined;
    if (bytes !== undefined && bytes.length <= LONGEST) return bytes;
    throw unreadable(`${at}/${path}`, `it answered ${response.status}`);
  };
}

async function readFileOf(path: string): Promise<Uint8Array> {
  try {
    return await Deno.readFile(path);
  } catch (error) {
    throw unreadable(path, (error as Error).message);
  }
}

function unreadable(path: string, why: string): SvcError {
  return new SvcError("invalid_argument", `The mirror lacks ${path}: ${why}`, {
    hint: "Give the folder or address that has 'checkpoint' and 'tile' in it.",
  });
}
