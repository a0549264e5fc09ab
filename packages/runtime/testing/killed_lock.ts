// Takes a lock of a folder that is a datastore and is killed while it holds it.
import { filesystemDatastore } from "../datastores/filesystem/datastore.ts";

if (import.meta.main) {
  const { path, lockKey, ttlMs } = JSON.parse(Deno.args[0]!) as {
    path: string;
    lockKey: string;
    ttlMs: number;
  };
  await filesystemDatastore({ path }).lock(lockKey, { ttlMs, maxWaitMs: 0 }).acquire();
  Deno.kill(Deno.pid, "SIGKILL");
}
