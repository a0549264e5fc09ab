import { PlatformFailure } from "../../platform/failure.ts";
import { infoAt } from "../../platform/info_at.ts";
import type { Places } from "../places/places.ts";

/** Folder of the patches, below the artifact folder. */
const FOLDER = "patches";

/**
 * Puts the patch of a revision into the artifact folder. It is named by the whole id, as two ids that
 * begin the same can be made on purpose.
 *
 * @returns its path below the artifact folder
 * @throws PlatformFailure `refused` for a link in the place of a folder
 */
export async function writePatch(
  { artifacts }: Pick<Places, "artifacts">,
  number: number,
  sha: string,
  lines: readonly Uint8Array[],
): Promise<string> {
  const folder = `${FOLDER}/${number}`;
  await ownFolder(`${artifacts}/${FOLDER}`);
  await ownFolder(`${artifacts}/${folder}`);
  const path = `${folder}/${sha}.patch`;
  const aside = `${artifacts}/${path}.new`;
  await Deno.remove(aside).catch(unlessAbsent);
  // Not brought to the disk one by one: it can be made again from the commits.
  const bytes = await new Blob([...lines] as BlobPart[]).bytes();
  await Deno.writeFile(aside, bytes, { createNew: true, mode: 0o600 });
  await Deno.rename(aside, `${artifacts}/${path}`);
  return path;
}

async function ownFolder(path: string): Promise<void> {
  const info = await infoAt(path);
  if (info?.isDirectory) return;
  if (info === undefined) return await Deno.mkdir(path, { mode: 0o700 });
  throw new PlatformFailure("refused", {
    reason: `${path} is not a folder`,
    hint: "Remove it, when you have seen who put it there",
  });
}

function unlessAbsent(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
