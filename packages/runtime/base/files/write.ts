/** How to replace a file. */
export interface WriteOptions {
  /** Permission bits of the new file; 0o644 when absent. */
  mode?: number | undefined;
  /**
   * Where the content is written before it is renamed into place: on the same disk, and replaced when
   * it exists. Default a new file beside the target.
   */
  aside?: string | undefined;
}

/**
 * Replaces a file in one step: readers see the old content or the new, also after a crash.
 */
export async function writeAtomic(
  path: string,
  content: string | Uint8Array,
  options: WriteOptions = {},
): Promise<void> {
  const aside = options.aside ?? `${path}.${crypto.randomUUID().slice(0, 8)}.tmp`;
  try {
    await writeDurable(aside, content, {
      mode: options.mode,
      replace: options.aside !== undefined,
    });
    await Deno.rename(aside, path);
  } catch (error) {
    await Deno.remove(aside).catch(() => {});
    throw error;
  }
}

/**
 * Writes a file and waits until the disk holds it.
 *
 * @throws Deno.errors.AlreadyExists unless `replace` is set
 */
export async function writeDurable(
  path: string,
  content: string | Uint8Array,
  options: { mode?: number | undefined; replace?: boolean } = {},
): Promise<void> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  using file = await Deno.open(path, {
    write: true,
    ...(options.replace ? { create: true, truncate: true } : { createNew: true }),
    ...(options.mode === undefined ? {} : { mode: options.mode }),
  });
  let written = 0;
  while (written < bytes.length) written += await file.write(bytes.subarray(written));
  await file.syncData();
}

/** Makes the renames and creations inside `folder` survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  using handle = await Deno.open(folder, { read: true });
  await handle.sync();
}
