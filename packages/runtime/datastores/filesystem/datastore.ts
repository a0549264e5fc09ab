import { isSvcError, messageOf } from "@svc/core/error";
import type { DatastoreHealth, DatastoreProvider } from "../../providers/datastore_provider.ts";
import { filesystemLock } from "./lock.ts";
import { assertStore, type OnOperation, storeError } from "./operations.ts";
import { filesystemSync } from "./sync.ts";

/** A store that is a folder, for example on a network share. */
interface FilesystemOptions {
  /** Absolute; exists. */
  path: string;
  /** Is told of each operation on files of the store. */
  onOperation?: OnOperation;
}

/** Milliseconds that two clocks may differ without a word. */
const SKEW_MS = 60_000;

/** A datastore in a folder that several machines share. */
export function filesystemDatastore({ path, onOperation }: FilesystemOptions): DatastoreProvider {
  return {
    lock: (key, options) => filesystemLock(path, key, options),
    verify: () => Promise.resolve(verify(path)),
    sync: (folder) => filesystemSync(path, folder, onOperation),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** Writes a small file, reads it and removes it. */
function verify(path: string): DatastoreHealth {
  const begun = performance.now();
  const probe = `${path}/..probe-${crypto.randomUUID()}`;
  let message = "";
  let healthy = false;
  try {
    assertStore(path);
    Deno.writeTextFileSync(probe, probe, { createNew: true });
    if (Deno.readTextFileSync(probe) !== probe) {
      throw new Error(`${path} does not keep what is written`);
    }
    const skew = (Deno.statSync(probe).mtime?.getTime() ?? Date.now()) - Date.now();
    healthy = true;
    message = Math.abs(skew) < SKEW_MS
      ? "OK"
      : `OK, but its clock and the one here differ by ${
        Math.round(Math.abs(skew) / 60_000)
      } minutes`;
  } catch (error) {
    const known = storeError(path, error);
    // Whoever sets it up reads here what to do.
    const hint = isSvcError(known) ? known.hint : undefined;
    message = hint === undefined ? messageOf(known) : `${messageOf(known)}. ${hint}`;
  } finally {
    try {
      Deno.removeSync(probe);
    } catch {
      // It was never written, or the message says what is wrong.
    }
  }
  return { healthy, message, latencyMs: Math.round(performance.now() - begun) };
}
