import { SvcError } from "@svc/core/error";
import { formatVkey, keyOf } from "@svc/log/note";
import { randomBytes } from "node:crypto";

/** Bytes of a seed. */
const SEED_BYTES = 32;

/**
 * The seed in a file of `SVC_LOG_KEY`.
 *
 * @throws SvcError `validation_failed` when it cannot be read, others may read it, or it is no seed:
 *   the server does not start
 */
export async function readLogKey(path: string): Promise<Uint8Array> {
  let bytes: Uint8Array;
  let mode: number;
  try {
    mode = (await Deno.stat(path)).mode ?? 0;
    bytes = await Deno.readFile(path);
  } catch (cause) {
    throw refused(path, `cannot be read: ${(cause as Error).message}`, {
      hint: `Make one: npm run admin -- log key ${path}`,
      cause,
    });
  }
  if ((mode & 0o077) !== 0) {
    throw refused(path, "can be read or written by other users", { hint: `chmod 600 ${path}` });
  }
  if (bytes.length === SEED_BYTES) return bytes;
  throw refused(path, `has ${bytes.length} bytes in place of ${SEED_BYTES}`, {
    hint: "Take it from where it is kept: with another key the log would be another one.",
  });
}

function refused(path: string, why: string, options: { hint: string; cause?: unknown }): SvcError {
  return new SvcError("validation_failed", `The key of the log ${path} ${why}`, options);
}

/**
 * Makes a key in a new file that only this user may read.
 *
 * @throws SvcError `already_exists`
 */
export async function createLogKey(path: string): Promise<Uint8Array> {
  const seed = new Uint8Array(randomBytes(SEED_BYTES));
  try {
    using file = await Deno.open(path, { createNew: true, write: true, mode: 0o600 });
    for (let at = 0; at < seed.length;) at += await file.write(seed.subarray(at));
    await file.sync();
  } catch (cause) {
    if (!(cause instanceof Deno.errors.AlreadyExists)) throw cause;
    throw new SvcError("already_exists", `${path} is there already`, {
      hint: "A log has one key for as long as it lasts: do not overwrite it.",
      cause,
    });
  }
  return seed;
}

/** The public key of a seed, as it is handed on. */
export function vkeyOf(seed: Uint8Array, origin: string): string {
  return formatVkey(keyOf({ seed, name: origin }));
}

/** The address of a log without scheme: those after the first have their number. */
export function originOf(baseUrl: string, epoch: number): string {
  return `${new URL(baseUrl).host}/log${epoch === 1 ? "" : `/${epoch}`}`;
}
