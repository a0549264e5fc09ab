// One running machine: it writes, deletes and synchronises, over and over, until it is killed. Each
// version that is safe on the disk is said, so that whoever killed it knows what must not be lost.
import { filesystemDatastore } from "../datastores/filesystem/datastore.ts";
import { synchronize } from "../datastores/synchronize.ts";
import { isSvcError } from "@svc/core/error";
import { lockRepository } from "../repository/lock.ts";
import { repositoryAt } from "../repository/repository.ts";
import { writeVersions } from "../data/store/write.ts";
import { deleteVersions, OWNER, version } from "./stored.ts";

/** Where it works. */
export interface KilledSync {
  root: string;
  store: string;
  /** Begins every value that it writes. */
  mark: string;
}

/** More versions than the fastest machine writes here: none goes because it is old. */
const KEPT = { garbageCollection: 1_000_000 };

if (import.meta.main) {
  const { root, store, mark } = JSON.parse(Deno.args[0]!) as KilledSync;
  const repository = repositoryAt(root);
  const exchange = `${repository.state}/datastore/shared`;
  const say = (text: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
  for (let round = 0;; round++) {
    {
      await using _lock = await lockRepository(repository, { file: `locks/${OWNER.id}.lock` });
      const name = `item-${round % 2}`;
      // A large one now and then, which goes another way.
      const value = `${mark}-${round}-${"x".repeat(round % 5 === 0 ? 300_000 : 10)}`;
      const [written] = await writeVersions(repository, OWNER, [version(name, value, KEPT)]);
      say(`wrote ${written!.id} ${written!.checksum}`);
      if (round % 4 === 3) {
        // Said before: it may be gone from now on.
        say(`deletes ${written!.id}`);
        await deleteVersions(repository, OWNER, name, written!.version);
      }
    }
    await using provider = filesystemDatastore({ path: store });
    const lock = provider.lock("all", { ttlMs: 5000, maxWaitMs: 300_000 });
    // Half of the time without the lock: nothing depends on it.
    const isLocked = Math.random() < 0.5;
    if (isLocked) await lock.acquire();
    try {
      await synchronize(repository, { provider, exchange });
    } catch (error) {
      if (!isSvcError(error) || error.code !== "lock_timeout") throw error;
    }
    if (isLocked) await lock.release();
    say("synced");
  }
}
