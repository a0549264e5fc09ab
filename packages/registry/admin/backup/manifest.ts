import { SvcError } from "@svc/core/error";
import { parsedJson } from "@svc/core/json";
import { z } from "zod";

const SHA256 = z.string().regex(/^[0-9a-f]{64}$/);
const BYTES = z.number().int().nonnegative();

/** What a backup says of itself. Everything it holds is named, with size and checksum. */
const BACKUP_MANIFEST = z.strictObject({
  format: z.literal(1),
  /** The release that made it. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  database: z.strictObject({ sha256: SHA256, bytes: BYTES }),
  archives: z.array(z.strictObject({ sha256: SHA256, bytes: BYTES })),
  /** Archives that the server named and did not have, or had damaged, when the backup was made. */
  missing: z.array(SHA256),
});

/** What a backup says of itself. */
export type BackupManifest = z.output<typeof BACKUP_MANIFEST>;

/** The paths of a backup. */
export function backupPaths(root: string) {
  return {
    root,
    manifest: `${root}/manifest.json`,
    database: `${root}/svc.db`,
    blobs: `${root}/blobs`,
  };
}

/**
 * Reads what a backup says of itself.
 *
 * @throws SvcError `not_found` where there is no backup; `validation_failed` for one of another form
 */
export async function readManifest(root: string): Promise<BackupManifest> {
  const path = backupPaths(root).manifest;
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (error) {
    throw new SvcError("not_found", `There is no backup in ${root}: ${path} cannot be read`, {
      hint: "Give the folder that 'npm run admin -- backup' made.",
      cause: error,
    });
  }
  const read = BACKUP_MANIFEST.safeParse(parsedJson(text));
  if (read.success) return read.data;
  throw new SvcError("validation_failed", `${path} is not the manifest of a backup`, {
    hint: "It is damaged, or from another release: use another backup, or that release.",
  });
}
