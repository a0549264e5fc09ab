import { SvcError } from "@svc/core/error";
import { parentOf } from "./path.ts";
import { lstatIfPresent } from "./read.ts";
import { writeAtomic } from "./write.ts";

/** What others than the owner may do with a file or folder. */
export type Exposure = "none" | "readable" | "writable";

const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;

/** What others may do with a path by its permission bits; undefined when nothing is there. */
export async function exposureOf(path: string): Promise<Exposure | undefined> {
  if (await lstatIfPresent(path) === undefined) return undefined;
  // The target of a link counts: it holds the content.
  const { mode } = Deno.statSync(path);
  if (mode === null || (mode & OTHERS) === 0) return "none";
  return (mode & OTHERS_WRITE) === 0 ? "readable" : "writable";
}

/**
 * Writes a file that only its owner may read: mode 0600, replaced in one step (spec §5.3). Folders
 * that are missing are made with mode 0700.
 */
export async function writePrivate(path: string, text: string): Promise<void> {
  await Deno.mkdir(parentOf(path), { recursive: true, mode: 0o700 });
  await writeAtomic(path, text, { mode: 0o600 });
}

/**
 * Refuses a folder in which others may write: they could put a file of theirs in the place of a
 * credential or a consent. A folder that does not exist is fine.
 *
 * @throws SvcError `config_exposed` with the command that closes the folder
 */
export async function assertNotWritable(folder: string): Promise<void> {
  if (await exposureOf(folder) !== "writable") return;
  throw new SvcError(
    "config_exposed",
    `Others can write in ${folder}, so nothing in it is trusted`,
    {
      hint: `Look at what is in it, then make it private: chmod 700 ${folder}`,
    },
  );
}
