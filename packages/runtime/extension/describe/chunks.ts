import { sha256Hex } from "../../base/files/digest.ts";
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
    try {
      if (await sha256Hex(await Deno.readFile(`${folder}/${name}`)) !== digest) return name;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      return name;
    }
  }
  return undefined;
}
