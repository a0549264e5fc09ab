import { SvcError } from "@svc/core/error";
import type { Log } from "@svc/http/log";
import type { BlobStore } from "./blob_store.ts";

/** Why a damaged blob was refused; the cause of the error that tells so. */
class DamagedBlob extends Error {
  override readonly name = "DamagedBlob";
}

/** The refusal of a blob whose bytes are not those of its name. */
export function damagedBlob(checksum: string): SvcError {
  return new SvcError("unavailable", `The archive ${checksum} is damaged on the server`, {
    hint: "Tell the operator: 'npm run admin -- verify --repair' restores it from a backup. " +
      "Pushing the same bytes again also does.",
    cause: new DamagedBlob(checksum),
  });
}

/** True for what {@link damagedBlob} made. */
export function isDamagedBlob(error: unknown): boolean {
  return error instanceof SvcError && error.cause instanceof DamagedBlob;
}

/** A store that says in the log which blob it refused. */
export function reportingDamage(blobs: BlobStore, log: Log): BlobStore {
  const reported = <Result>(checksum: string, reading: Promise<Result>): Promise<Result> =>
    reading.catch((error) => {
      if (isDamagedBlob(error)) {
        log.error("archive.damaged", { checksum, hint: "npm run admin -- verify --repair" });
      }
      throw error;
    });
  return {
    ...blobs,
    handOver: (checksum) => reported(checksum, blobs.handOver(checksum)),
    read: (checksum) => reported(checksum, blobs.read(checksum)),
    readAll: (checksum) => reported(checksum, blobs.readAll(checksum)),
  };
}
