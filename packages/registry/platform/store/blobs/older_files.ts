/**
 * Removes the files of a folder that were last written before `oldest`, of ended processes above all.
 *
 * @returns how many there were
 */
export async function removeOlderFiles(folder: string, oldest: Date): Promise<number> {
  let removed = 0;
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (!isFile) continue;
    const path = `${folder}/${name}`;
    try {
      const { mtime } = await Deno.stat(path);
      if (mtime === null || mtime > oldest) continue;
      await Deno.remove(path);
      removed++;
    } catch (error) {
      // Whoever laid it there has removed it meanwhile.
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return removed;
}
