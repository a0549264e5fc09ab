import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { apiBaseUrl } from "../../platform/base_url.ts";
import { connect } from "../../platform/client.ts";
import type { DataHandle, MethodContext, MethodResult } from "../../platform/context.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import { fanOut } from "../../platform/fan_out.ts";
import { RefusedPlace } from "../../platform/replaced_file.ts";
import { findToken } from "../../platform/token.ts";
import type { SyncError, SyncRecord } from "../outputs/sync_record.ts";
import { summaryOf } from "../outputs/sync_summary.ts";
import { checkedTargets } from "../targets/checked.ts";
import type { Target } from "../targets/target.ts";
import { TargetFailure } from "../upstream/failure.ts";
import { lookUpRefs } from "../upstream/ref.ts";
import { syncTarget } from "./sync_target.ts";

/** What the method uses of its context. */
export type SyncContext = MethodContext<{ targets?: Target[] | undefined }> & { repoDir: string };

/** Files asked for at a time. */
const CONCURRENCY = 4;

/**
 * Fetches each tracked file and writes it when it is not what the destination holds; reference 7.5.
 * One target's failure leaves its file as it was and does not stop the others. Writes a `syncRecord`
 * for each target and then the `syncSummary`.
 *
 * @throws Error before anything is asked, when the targets are not right; at the end, when any failed.
 */
export async function sync(
  given: readonly Target[] | undefined,
  context: SyncContext,
): Promise<MethodResult> {
  const targets = checkedTargets(given, context.globalArgs.targets);
  const baseUrl = apiBaseUrl();
  const token = await findToken(baseUrl, context.signal);
  const client = connect({ extension: "github-file-track", context, token });
  const refs = lookUpRefs(client);
  const place = (destPath: string) => resolve(context.repoDir, destPath);

  const dataHandles: DataHandle[] = [];
  const keep = async (record: SyncRecord): Promise<SyncRecord> => {
    const name = recordName(record.destPath);
    dataHandles.push(await context.writeResource("syncRecord", name, record));
    return record;
  };
  const results = await fanOut(
    targets,
    { concurrency: CONCURRENCY, signal: context.signal },
    async (target) => {
      const last = await lastRecord(target, context);
      try {
        const { replacedOther, ...synced } = await syncTarget(target, {
          client,
          refs,
          place,
          last,
        });
        say(synced, replacedOther, context);
        return await keep({ ...synced, error: null, syncedAt: new Date().toISOString() });
      } catch (error) {
        // An invalid token or a used-up limit is the same for all that follow.
        if (error instanceof PlatformFailure) throw error;
        const told = context.signal.aborted ? undefined : syncError(error, target.destPath);
        if (told === undefined) throw error;
        return await keep(failedRecord(target, told, last));
      }
    },
  );
  const records: SyncRecord[] = [];
  for (const { item, value, failure } of results) {
    records.push(value ?? await keep(failedRecord(item, failure, await lastRecord(item, context))));
  }
  const summary = summaryOf(records, new Date().toISOString());
  dataHandles.push(await context.writeResource("syncSummary", "syncsummary", summary));
  if (summary.failed > 0) throw new Error(failureText(summary.failures, summary.total));
  return { dataHandles };
}

/** Records are named by the destination: whatever source it follows, it has one history. */
export function recordName(destPath: string): string {
  return `syncrecord.${createHash("sha256").update(destPath).digest("hex").slice(0, 32)}`;
}

async function lastRecord(
  { destPath }: Target,
  context: SyncContext,
): Promise<SyncRecord | undefined> {
  return await context.readResource(recordName(destPath)) as SyncRecord | null ?? undefined;
}

/** Keeps what is known of the file in place, so that a change of it is still seen later. */
function failedRecord(
  { repo, ref, srcPath, destPath, label }: Target,
  { code, message }: SyncError,
  last: SyncRecord | undefined,
): SyncRecord {
  const same = last?.repo === repo && last.srcPath === srcPath &&
    (ref === undefined || last.ref === ref);
  return {
    repo,
    renamedTo: null,
    ref: ref ?? (same ? last.ref : null),
    commitSha: same ? last.commitSha : null,
    srcPath,
    destPath,
    label: label ?? null,
    blobSha: last?.blobSha ?? null,
    etag: same ? last.etag : null,
    outcome: "failed",
    bytes: last?.bytes ?? null,
    error: { code, message },
    syncedAt: new Date().toISOString(),
  };
}

function say(
  { destPath, outcome }: Pick<SyncRecord, "destPath" | "outcome">,
  replacedOther: boolean,
  { logger }: SyncContext,
): void {
  if (outcome === "drifted") {
    logger.warn("{destPath} was changed or removed locally; it was restored", { destPath });
  } else if (replacedOther) {
    logger.warn("{destPath} had content that no sync wrote; it was replaced", {
      destPath,
    });
  } else logger.info("{destPath}: {outcome}", { destPath, outcome });
}

/** Failures that the message names. */
const NAMED = 10;

function failureText(failures: readonly (SyncError & { destPath: string })[], total: number) {
  const named = failures.slice(0, NAMED)
    .map(({ destPath, code, message }) => `\n  ${destPath} (${code}): ${message}`);
  const more = failures.length > NAMED ? `\n  and ${failures.length - NAMED} more` : "";
  return `${failures.length} of ${total} files were not synced and are unchanged:` +
    `${named.join("")}${more}`;
}

/**
 * What to keep of the error of one target, or undefined for a bug and for a cancelled run, which end
 * the run.
 */
function syncError(error: unknown, destPath: string): SyncError | undefined {
  if (error instanceof PlatformFailure || error instanceof TargetFailure) {
    return { code: error.code, message: error.message };
  }
  if (error instanceof RefusedPlace) return { code: "refused_destination", message: error.message };
  if (error instanceof Deno.errors.NotCapable) {
    const folder = destPath.slice(0, destPath.lastIndexOf("/")) || destPath;
    return {
      code: "not_granted",
      message: `${destPath} cannot be written. Grant its folder: svc extension grant ` +
        `@svc/github-file-track read:${folder} write:${folder}`,
    };
  }
  if (isOfSystem(error)) {
    return {
      code: "not_written",
      message: `${destPath} could not be written and is unchanged: ${error.message}`,
    };
  }
  return undefined;
}

/** What the operating system refuses: a full disk, a file of somebody else. */
function isOfSystem(error: unknown): error is Error {
  return error instanceof Error && /\(os error \d+\)/.test(error.message);
}
