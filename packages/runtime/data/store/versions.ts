import { SvcError } from "@svc/core/error";
import { sha256Hex } from "../../base/files/digest.ts";
import { ownPath } from "../../repository/links.ts";
import type { Repository } from "../../repository/repository.ts";
import { contentFile, type DataOwner, namesIn, ownerFolder } from "./folder.ts";
import type { DataMetadata } from "./item.ts";
import { readMetadataFile } from "./metadata.ts";
import { recoverForReading } from "./recover.ts";

/**
 * The metadata of one version, or undefined when it is gone or is none. Name and version are those of
 * its folders: the text may have come with the repository, and they lead to files.
 */
export async function readMetadata(
  folder: string,
  version: number,
): Promise<DataMetadata | undefined> {
  const metadata = await readMetadataFile(ownPath(folder, `${version}/metadata.yaml`));
  if (metadata === undefined) return undefined;
  return { ...metadata, name: folder.slice(folder.lastIndexOf("/") + 1), version };
}

/**
 * The content of a version, compared with its checksum.
 *
 * @throws SvcError `checksum_mismatch` when it is not what was written; `data_not_found` when it is gone.
 */
export async function readContent(
  repository: Repository,
  owner: DataOwner,
  item: DataMetadata,
): Promise<Uint8Array> {
  const raw = readUnchecked(repository, owner, item);
  if (raw.length === item.size && await sha256Hex(raw) === item.checksum) return raw;
  const path = contentFile(repository, owner, item.name, item.version);
  throw new SvcError(
    "checksum_mismatch",
    `'${item.name}' version ${item.version} differs from what was written: its content was ` +
      `changed or damaged`,
    { hint: `Restore ${path}, or take another version: 'svc data versions' lists them.` },
  );
}

/**
 * The content of a version as it is, for looking through many.
 *
 * @throws SvcError `data_not_found` when it is gone.
 */
export function readUnchecked(
  repository: Repository,
  owner: DataOwner,
  item: Pick<DataMetadata, "name" | "version">,
): Uint8Array {
  const path = contentFile(repository, owner, item.name, item.version);
  try {
    // A pipe in its place would be waited for without end.
    if (Deno.lstatSync(path).isFile) return Deno.readFileSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  throw new SvcError("data_not_found", `The content of '${item.name}' is missing: ${path}`, {
    hint: "Another process may have removed this version. Read the newest one.",
  });
}

/** The names of a definition's data items, sorted. Commits that a killed process left are completed. */
export async function dataNames(repository: Repository, owner: DataOwner): Promise<string[]> {
  await recoverForReading(repository, owner);
  return namesIn(ownerFolder(repository, owner));
}
