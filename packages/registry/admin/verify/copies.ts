import { SvcError } from "@svc/core/error";
import { createHash } from "node:crypto";

/** Other copies of archives. */
export interface Copies {
  /** The bytes of an archive from the first copy that is whole; undefined without one. */
  find(checksum: string): Promise<Uint8Array | undefined>;
}

/**
 * The archives of a folder: a backup, a data folder, or what either keeps in `blobs/`.
 *
 * @throws SvcError `not_found` when it is none of them
 */
export async function copiesIn(folder: string): Promise<Copies> {
  const roots: string[] = [];
  for (const root of [`${folder}/blobs`, folder]) if (await hasShelves(root)) roots.push(root);
  if (roots.length === 0) {
    throw new SvcError("not_found", `There are no archives in ${folder}`, {
      hint: "Give a backup, a data folder, or a folder of archives as blobs/ is one.",
    });
  }
  return {
    async find(checksum) {
      for (const root of roots) {
        const path = `${root}/${checksum.slice(0, 2)}/${checksum}`;
        const bytes = await Deno.readFile(path).catch((error) => {
          if (!(error instanceof Deno.errors.NotFound)) throw error;
        });
        if (bytes && createHash("sha256").update(bytes).digest("hex") === checksum) return bytes;
      }
      return undefined;
    },
  };
}

async function hasShelves(root: string): Promise<boolean> {
  try {
    for await (const { name, isDirectory } of Deno.readDir(root)) {
      if (isDirectory && /^[0-9a-f]{2}$/.test(name)) return true;
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory)) {
      throw error;
    }
  }
  return false;
}
