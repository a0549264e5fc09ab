// Takes and releases a lock of a datastore over and over, as one machine or another. While it holds the
// lock it holds a witness as well, which the kernel gives to one process only: two holders are found out.
import { isSvcError } from "@svc/core/error";
import { filesystemLock } from "../datastores/filesystem/lock.ts";

/** What to do. */
export interface LockHolder {
  store: string;
  /** Which machine this process says it runs on; default this one. */
  machine?: string;
  ttlMs: number;
  /** How often to take the lock; 0 to take it once and hold it until killed. */
  rounds: number;
}

if (import.meta.main) {
  const { store, machine, ttlMs, rounds } = JSON.parse(Deno.args[0]!) as LockHolder;
  const options = { ttlMs, maxWaitMs: 300_000, ...(machine === undefined ? {} : { machine }) };
  const lock = filesystemLock(store, "shared", options);
  const say = (text: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
  for (let round = 0; round < (rounds || 1); round++) {
    await lock.acquire();
    {
      using witness = await Deno.open(`${store}/witness`, { write: true, create: true });
      if (!await witness.tryLock(true)) say("two");
      if (rounds === 0) {
        say("held");
        // Until somebody says so, or kills it.
        await Deno.stdin.read(new Uint8Array(1));
      }
    }
    try {
      await lock.release();
    } catch (error) {
      if (!isSvcError(error)) throw error;
      say(error.code);
    }
  }
  say("done");
}
