/**
 * A datastore in a bucket of an S3-compatible store: a team's machines share the data of their behaviors
 * through it.
 *
 * @module
 */
import { openClient } from "./client/client.ts";
import { Configuration, readConfiguration } from "./client/configuration.ts";
import { readCredentials } from "./client/credentials.ts";
import { type Lock, type LockOptions, openLock } from "./lock/lock.ts";
import { openSync, type SyncService } from "./sync/service.ts";
import { type Health, verify } from "./verifier.ts";

const TYPE = "@svc/s3";

/** What svc asks of a datastore. */
interface Provider {
  /** @param path not used: what is locked is named by `lockKey`, the same on every machine */
  createLock(path: string, options?: LockOptions): Lock;
  createVerifier(): { verify(): Promise<Health> };
  /** @param cachePath absolute; the folder whose files are brought to the bucket and back */
  createSyncService(repoDir: string, cachePath: string): SyncService;
  resolveDatastorePath(repoDir: string): string;
}

/** The datastore type `@svc/s3`. */
export const datastore = {
  type: TYPE,
  name: "S3-compatible store",
  description: "Data in a bucket of Amazon S3, Ceph, MinIO, R2 or another S3-compatible store. " +
    "Credentials come from AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN.",
  configSchema: Configuration,
  createProvider(config: unknown): Provider {
    const target = readConfiguration(config);
    const client = openClient(target, () => readCredentials());
    return {
      createLock: (_path, options) => openLock(client, options),
      createVerifier: () => ({ verify: () => verify(client, TYPE) }),
      createSyncService: (_repoDir, cachePath) => openSync(client, cachePath),
      resolveDatastorePath: () => target.shown,
    };
  },
};
