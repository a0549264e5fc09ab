import { SvcError } from "@svc/core/error";
import { assertNotWritable, exposureOf, isDiskFull, writePrivate } from "@svc/runtime/files";

/**
 * Writes a file that only its owner may read: mode 0600, flushed aside and then renamed, so that a
 * reader sees the old content or the new and never half of it (spec §5.3). The folder is made with
 * mode 0700 when it is missing.
 *
 * @throws SvcError `config_exposed` when others may write in the folder; `validation_failed` when it
 *   cannot be written, `disk_full` when it is full.
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  await assertNotWritable(folderOf(path));
  try {
    await writePrivate(path, text);
  } catch (error) {
    const full = isDiskFull(error);
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

/**
 * Refuses a file with a credential that others may read or replace, as ssh does with a private key.
 *
 * @throws SvcError `config_exposed` with the command that closes it.
 */
export async function assertPrivateFile(path: string): Promise<void> {
  await assertNotWritable(folderOf(path));
  const exposure = await exposureOf(path);
  if (exposure === undefined || exposure === "none") return;
  throw new SvcError(
    "config_exposed",
    `Others can ${
      exposure === "writable" ? "change" : "read"
    } ${path}, so the credential in it is not used`,
    {
      hint: `Make it private: chmod 600 ${path}. ` +
        "If others were on this machine, end the credential and make a new one.",
    },
  );
}

/** The text of a file; undefined when there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/**
 * Changes a private file while no other svc does, so that two logins at once lose nothing of one
 * another. The folder is made when it is missing.
 */
export async function whileLocked<T>(path: string, change: () => Promise<T>): Promise<T> {
  await Deno.mkdir(folderOf(path), { recursive: true, mode: 0o700 });
  await assertNotWritable(folderOf(path));
  using gate = await Deno.open(`${path}.lock`, { create: true, write: true, mode: 0o600 });
  await gate.lock(true);
  return await change();
}
