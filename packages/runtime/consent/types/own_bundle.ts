import { SvcError } from "@svc/core/error";
import { changedChunk } from "../../extension/describe/chunks.ts";
import type { ModuleRecord } from "../../extension/describe/record.ts";
import { sha256Hex } from "../../base/files/digest.ts";
import type { Repository } from "../../repository/repository.ts";

/**
 * Refuses a bundle of the repository's own sources that is not the one svc made of them.
 *
 * @param name what it is the bundle of, for the message
 * @throws SvcError `consent_mismatch`
 */
export async function assertOwnBundle(
  repository: Repository,
  record: ModuleRecord,
  name: string,
): Promise<void> {
  const folder = `${repository.state}/${record.folder}`;
  const bytes = await Deno.readFile(`${folder}/${record.bundle}`).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  });
  const whole = bytes !== undefined && await sha256Hex(bytes) === record.bundleDigest;
  if (whole && await changedChunk(folder, record) === undefined) return;
  throw new SvcError("consent_mismatch", `The bundle of ${name} was changed`, {
    hint: "Delete .svc/types/_local.json to have it made again from your sources.",
  });
}
