import { SvcError } from "@svc/core/error";
import { createHash } from "node:crypto";

/** What content has to be. */
export interface Expected {
  /** Bytes. */
  size: number;
  /** SHA-256 in hexadecimal. */
  checksum: string;
}

/**
 * Writes content into a file, in the place of what was there. Nothing is there, or what was there
 * before, unless all of it came and is what it has to be.
 *
 * @throws SvcError `checksum_mismatch` for other content; `usage` where no file can be written
 */
export async function saveContent(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  expected: Expected,
): Promise<void> {
  const aside = `${path}.${crypto.randomUUID()}.part`;
  removeLeft(path);
  const file = await Deno.open(aside, { write: true, createNew: true }).catch((cause) => {
    throw new SvcError("usage", `${path} cannot be written`, {
      hint: "Name a file in a folder that is there and yours.",
      cause,
    });
  });
  try {
    using _file = file;
    await write(file, pieces, expected);
    await Deno.rename(aside, path);
  } catch (error) {
    await Deno.remove(aside);
    if (error instanceof Deno.errors.IsADirectory) {
      throw new SvcError("usage", `${path} is a folder`, { hint: "Name a file in it." });
    }
    throw error;
  }
}

/** Ends the name of content on its way; it stays beside the file when svc is killed. */
const ASIDE = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;

/** Nobody writes any more to one that nothing was added to for so long. */
const WRITING_MS = 60 * 60 * 1000;

/** Removes what was left of earlier content for the same file. A failure keeps nothing from being saved. */
function removeLeft(path: string): void {
  const end = path.lastIndexOf("/") + 1;
  const [folder, file] = [path.slice(0, end), path.slice(end)];
  try {
    for (const { name, isFile } of Deno.readDirSync(folder || ".")) {
      if (!isFile || !name.startsWith(file) || !ASIDE.test(name.slice(file.length))) continue;
      const { mtime } = Deno.lstatSync(folder + name);
      if (Date.now() - (mtime?.getTime() ?? Date.now()) > WRITING_MS) {
        Deno.removeSync(folder + name);
      }
    }
  } catch {
    // It stays, or somebody else has removed it.
  }
}

async function write(
  file: Deno.FsFile,
  pieces: AsyncIterable<Uint8Array>,
  { size, checksum }: Expected,
): Promise<void> {
  const hash = createHash("sha256");
  let written = 0;
  // A server may say anything of it; then the first piece is too much.
  const most = Number.isSafeInteger(size) ? size : -1;
  for await (const piece of pieces) {
    written += piece.length;
    // No more is read from one that goes on for ever.
    if (written > most) break;
    hash.update(piece);
    for (let at = 0; at < piece.length;) at += await file.write(piece.subarray(at));
  }
  if (written === size && hash.digest("hex") === checksum) return;
  throw new SvcError("checksum_mismatch", "The content that arrived is not what was written", {
    hint: "Nothing was saved. Try again. If it happens again, the data is damaged.",
  });
}
