import { SvcError } from "@svc/core/error";

/** Permission bits of others than the owner. */
const OTHERS = 0o077;

/**
 * Writes a file that only its owner may read: mode 0600, to a temporary file that is flushed and
 * then renamed, so that a reader sees the old content or the new and never half of it (spec §5.3).
 * The folder is made with mode 0700 when it is missing.
 *
 * @throws SvcError `validation_failed` when the folder cannot be written, `disk_full` when it is full.
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${crypto.randomUUID()}`;
  try {
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true, mode: 0o700 });
    using file = await Deno.open(temporary, { write: true, createNew: true, mode: 0o600 });
    const bytes = new TextEncoder().encode(text);
    let written = 0;
    while (written < bytes.length) written += await file.write(bytes.subarray(written));
    await file.sync();
    await Deno.rename(temporary, path);
  } catch (error) {
    await Deno.remove(temporary).catch(() => {});
    const full = error instanceof Error && /ENOSPC|No space left/i.test(error.message);
    throw new SvcError(
      full ? "disk_full" : "validation_failed",
      `${path} cannot be written: ${error instanceof Error ? error.message : error}`,
      {
        hint: full ? "Free some space." : "Check who owns the folder, or set XDG_CONFIG_HOME.",
        cause: error,
      },
    );
  }
}

/** True when somebody beside the owner may read or write the file. */
export async function isExposed(path: string): Promise<boolean> {
  const { mode } = await Deno.stat(path);
  return mode !== null && (mode & OTHERS) !== 0;
}
