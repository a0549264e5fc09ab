/** What is at a path, links not followed; undefined when nothing does. */
export async function infoAt(path: string): Promise<Deno.FileInfo | undefined> {
  try {
    return await Deno.lstat(path);
  } catch (error) {
    // A file may stand where a folder on the way should be.
    const absent = error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotADirectory;
    if (absent) return undefined;
    throw error;
  }
}
