/**
 * Replaces a file in one step: readers see the old content or the new, also after a crash.
 *
 * @param mode permission bits of the new file, 0o644 when absent
 */
export async function writeAtomic(
  path: string,
  content: string | Uint8Array,
  mode?: number,
): Promise<void> {
  const aside = `${path}.${crypto.randomUUID().slice(0, 8)}.tmp`;
  try {
    await writeDurable(aside, content, mode);
    await Deno.rename(aside, path);
  } catch (error) {
    await Deno.remove(aside).catch(() => {});
    throw error;
  }
}

/** Writes a new file and waits until the disk holds it. */
export async function writeDurable(
  path: string,
  content: string | Uint8Array,
  mode?: number,
): Promise<void> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  using file = await Deno.open(path, {
    write: true,
    createNew: true,
    ...(mode === undefined ? {} : { mode }),
  });
  let written = 0;
  while (written < bytes.length) written += await file.write(bytes.subarray(written));
  await file.syncData();
}

/** Makes the renames and creations inside `folder` survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  using handle = await Deno.open(folder);
  await handle.sync();
}
