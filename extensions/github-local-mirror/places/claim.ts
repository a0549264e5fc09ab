import { PlatformFailure } from "../../platform/failure.ts";
import { fullName, type RepositoryName } from "../../platform/repository_name.ts";
import { infoAt } from "../../platform/info_at.ts";

/** File of the artifact folder that says whose it is. */
const CLAIM = "mirror.json";

/**
 * Makes sure that the artifact folder belongs to the mirror of this repository, and takes it when it
 * is empty.
 *
 * @throws PlatformFailure `refused` for the folder of another mirror, and for one that holds other
 *   things
 */
export async function claimArtifacts(folder: string, name: RepositoryName): Promise<void> {
  const path = `${folder}/${CLAIM}`;
  const mirror = fullName(name).toLowerCase();
  if (await infoAt(path) === undefined) {
    await assertEmpty(folder);
    const text = `${JSON.stringify({ mirror })}\n`;
    await Deno.writeTextFile(path, text, { createNew: true, mode: 0o600 }).catch(unlessThere);
  }
  const owner = await ownerOf(path);
  if (owner === mirror) return;
  throw refused(folder, owner === undefined ? `its ${CLAIM} is damaged` : `${owner} is kept there`);
}

async function ownerOf(path: string): Promise<string | undefined> {
  const info = await infoAt(path);
  if (!info?.isFile || info.size > 1000) return undefined;
  try {
    const { mirror } = JSON.parse(await Deno.readTextFile(path));
    return typeof mirror === "string" && /^[\w.-]+\/[\w.-]+$/.test(mirror) ? mirror : undefined;
  } catch {
    return undefined;
  }
}

/** What file systems and people put into folders that they call empty does not count. */
async function assertEmpty(folder: string): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) {
    if (name.startsWith(".") || name === "lost+found") continue;
    throw refused(folder, `it holds ${JSON.stringify(name)}, which is not of a mirror`);
  }
}

function refused(folder: string, reason: string): PlatformFailure {
  return new PlatformFailure("refused", {
    reason: `artifactRoot ${JSON.stringify(folder)}: ${reason}`,
    hint: "Name an empty folder, or the one of an earlier sync of this repository",
  });
}

/** Another process was as fast; what it wrote is read next. */
function unlessThere(error: unknown): void {
  if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
}
