import type { MethodContext } from "../../platform/context.ts";
import { tokenTypeOf } from "./token_type.ts";

/** Most bytes of a file that holds a token. */
const MOST_BYTES = 4096;

/** Permission bits with which the group or everybody may read a file. */
const READABLE_BY_OTHERS = 0o044;

/**
 * The text of a file that holds a token. Others who may read it are worth a warning.
 *
 * @param path absolute, below the repository, or `~/...`
 * @throws Error when it is not there, a link, no regular file, or longer than 4 KB
 */
export async function readTokenFile(
  path: string,
  logger: MethodContext["logger"],
): Promise<string> {
  // A person who mistakes one argument for the other shall not find the token in the log.
  if (tokenTypeOf(path) !== "unknown") {
    throw new Error("tokenFile is a token, not the path of a file: give it as token instead");
  }
  const real = path.startsWith("~/") ? `${Deno.env.get("HOME") ?? "~"}${path.slice(1)}` : path;
  const found = await lookedAt(real, path);
  using file = await opened(real, path);
  const { dev, ino, mode } = await file.stat();
  // Between the two looks somebody may have put a link in its place.
  if (dev !== found.dev || ino !== found.ino) {
    throw new Error(`${path} was replaced while it was read: run again`);
  }
  if (((mode ?? 0) & READABLE_BY_OTHERS) !== 0) {
    logger.warn("others on this machine can read {path}: run chmod 600 on it", { path });
  }
  return await boundedText(file, path);
}

async function opened(real: string, path: string): Promise<Deno.FsFile> {
  try {
    return await Deno.open(real);
  } catch (error) {
    if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
    throw new Error(`${path} cannot be read: allow your account to read it`);
  }
}

async function lookedAt(real: string, path: string): Promise<Deno.FileInfo> {
  try {
    const found = await Deno.lstat(real);
    if (found.isSymlink) {
      throw new Error(`${path} is a link: give the path of the file that it points to`);
    }
    if (!found.isFile) throw new Error(`${path} is not a regular file: give the path of one`);
    return found;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      throw new Error(`${path} does not exist: check tokenFile`);
    }
    throw error;
  }
}

async function boundedText(file: Deno.FsFile, path: string): Promise<string> {
  const bytes = new Uint8Array(MOST_BYTES + 1);
  let length = 0;
  while (length < bytes.length) {
    const read = await file.read(bytes.subarray(length));
    if (read === null) return new TextDecoder().decode(bytes.subarray(0, length));
    length += read;
  }
  throw new Error(`${path} is longer than 4 KB: put only the token in it`);
}
