import { PlatformFailure } from "../../platform/failure.ts";
import { RefusedPlace } from "../../platform/replaced_file.ts";
import type { SyncError } from "../outputs/sync_record.ts";
import { TargetFailure } from "../upstream/failure.ts";

/**
 * What to keep of the error of one target, or undefined for a bug and for a cancelled run, which end
 * the run.
 */
export function syncError(error: unknown, destPath: string): SyncError | undefined {
  if (error instanceof PlatformFailure || error instanceof TargetFailure) {
    return { code: error.code, message: error.message };
  }
  if (error instanceof RefusedPlace) return { code: "refused_destination", message: error.message };
  if (error instanceof Deno.errors.NotCapable) {
    const folder = destPath.slice(0, destPath.lastIndexOf("/")) || destPath;
    return {
      code: "not_granted",
      message: `${destPath} may not be written. Grant its folder: svc extension grant ` +
        `@svc/github-file-track read:${folder} write:${folder}`,
    };
  }
  if (isOfSystem(error)) {
    return {
      code: "not_written",
      message: `${destPath} could not be written and is as it was: ${error.message}`,
    };
  }
  return undefined;
}

/** What the operating system refuses: a full disk, a file of somebody else. */
function isOfSystem(error: unknown): error is Error {
  return error instanceof Error && /\(os error \d+\)/.test(error.message);
}
