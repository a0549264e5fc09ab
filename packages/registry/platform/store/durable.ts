import { dirname } from "node:path";

/** Makes a file's bytes, or a folder's entries, survive a power cut. */
export async function syncPath(path: string): Promise<void> {
  using file = await Deno.open(path);
  await file.sync();
}

/** Makes a folder with mode 0700 unless it is there; it survives a power cut before this returns. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await Deno.mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return;
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    await makeFolder(dirname(path));
    return await makeFolder(path);
  }
  await syncPath(dirname(path));
}
