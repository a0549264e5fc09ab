import { PlatformFailure } from "../../platform/failure.ts";
import { terminalLine } from "../../platform/terminal.ts";
import { infoAt } from "../../platform/info_at.ts";
import type { Locations } from "./locations.ts";

/** Held while a method changes the mirror's files; the system gives it back when a process is killed. */
const LOCK = "mirror.lock";

/**
 * Takes the mirror's lock, without waiting, until it is disposed.
 *
 * @throws PlatformFailure `busy` naming the process that holds it; the signal's reason
 */
export async function lockMirror(
  { artifacts, objects }: Pick<Locations, "artifacts" | "objects">,
  signal: AbortSignal,
): Promise<AsyncDisposable> {
  signal.throwIfAborted();
  const lock = await lockArtifacts(artifacts);
  try {
    const folder = await lockObjects(objects);
    return {
      async [Symbol.asyncDispose]() {
        folder.close();
        await lock[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await lock[Symbol.asyncDispose]();
    throw error;
  }
}

/** Two behaviors may share an object repository and keep their artifacts apart. */
async function lockObjects(objects: string): Promise<Deno.FsFile> {
  const folder = await Deno.open(objects);
  if (await folder.tryLock(true)) return folder;
  folder.close();
  throw busy(objects, "another process");
}

async function lockArtifacts(artifacts: string): Promise<AsyncDisposable> {
  const path = `${artifacts}/${LOCK}`;
  await assertPlainFile(path);
  const file = await Deno.open(path, { create: true, read: true, write: true, mode: 0o600 });
  try {
    if (!await file.tryLock(true)) throw busy(artifacts, await holderIn(file));
    await writeHolder(file);
  } catch (error) {
    file.close();
    throw error;
  }
  return {
    async [Symbol.asyncDispose]() {
      await file.truncate(0).catch(() => {});
      file.close();
    },
  };
}

async function writeHolder(file: Deno.FsFile): Promise<void> {
  await file.truncate(0);
  const since = new Date().toISOString();
  await file.write(new TextEncoder().encode(`${JSON.stringify({ pid: Deno.pid, since })}\n`));
}

/** The process in words; the holder may just be writing it. */
async function holderIn(file: Deno.FsFile): Promise<string> {
  const bytes = new Uint8Array(1000);
  const length = await file.read(bytes) ?? 0;
  const text = terminalLine(new TextDecoder().decode(bytes.subarray(0, length)));
  const [, pid, since] = /^\{"pid":(\d{1,10}),"since":"([0-9TZ:.-]{1,30})"\}/.exec(text) ?? [];
  return pid === undefined ? "another process" : `process ${pid}, since ${since},`;
}

/** A lock of what a link leads to would keep nobody away. */
async function assertPlainFile(path: string): Promise<void> {
  const info = await infoAt(path);
  if (info === undefined || info.isFile) return;
  throw new PlatformFailure("refused", {
    reason: `${path} is not a regular file`,
    hint: "Check who created it, then remove it",
  });
}

function busy(folder: string, holder: string): PlatformFailure {
  return new PlatformFailure("busy", {
    reason: `${holder} is working on the mirror of ${folder}`,
    hint: "Wait until it has ended, then run again",
  });
}
