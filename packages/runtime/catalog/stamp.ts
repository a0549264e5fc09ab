/** Milliseconds after which a file system shows each further change by another time. */
const SETTLED_MS = 2500;

/**
 * What tells a folder or file from itself after any change: two stamps that are the same and not empty
 * mean that nothing was added, removed or replaced. Empty for one that changed just now, as the next
 * change could leave the same time behind.
 */
export function stampOf(info: Deno.FileInfo): string {
  const changed = Math.max(info.ctime?.getTime() ?? 0, info.mtime?.getTime() ?? 0);
  if (Date.now() - changed < SETTLED_MS) return "";
  return [info.dev, info.ino, info.size, info.mtime?.getTime(), info.ctime?.getTime()].join(" ");
}

/** What the file system says of a path; undefined when nothing is there. */
export function infoOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return undefined;
    }
    throw error;
  }
}
