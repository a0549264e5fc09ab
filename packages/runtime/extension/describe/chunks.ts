import { sha256Hex } from "../../base/files/digest.ts";
import { readIfPresent } from "../../base/files/read.ts";
import type { ModuleRecord } from "./record.ts";

/**
 * The first file that a bundle shares with others and that is not what its record names; undefined
 * when all are.
 *
 * @param folder absolute path of the folder that the bundle is in
 */
export async function changedChunk(
  folder: string,
  { chunks = {} }: Pick<ModuleRecord, "chunks">,
): Promise<string | undefined> {
  for (const [name, digest] of Object.entries(chunks)) {
    const bytes = await readIfPresent(`${folder}/${name}`);
    if (bytes === undefined || await sha256Hex(bytes) !== digest) return name;
  }
  return undefined;
}
