import { messageOf, SvcError } from "@svc/core/error";
import { isDiskFull } from "./disk_full.ts";
import { unlessGone } from "./remove.ts";
import { infoOf } from "./stamp.ts";

/** What temporary folders are for: their names begin with `svc-` and this. */
const PURPOSES = ["run", "deno", "bundle", "describe", "graph", "types", "trial", "git"] as const;

/** The file that the process which made a folder holds locked for as long as it lives. */
const OWNER = ".svc-owner";

/** Where this person's processes make their temporary folders, once looked through for what is left. */
let swept: string | undefined;

/**
 * Makes a temporary folder that only this person may look into, at a path without symbolic links. It is
 * removed when disposed of; of a process that is killed it stays, until the next one that makes such a
 * folder begins.
 *
 * @throws SvcError `file_access_denied` where no folder can be made
 */
export async function temporaryFolder(purpose: typeof PURPOSES[number]) {
  const { made, own } = await madeFolder(`svc-${purpose}-`);
  // Not asynchronously: each of these takes microseconds, and a thread that does it much longer.
  const path = Deno.realPathSync(made);
  try {
    // It is locked before it has the name by which it is looked for.
    const owner = Deno.openSync(`${path}/${OWNER}.new`, { write: true, createNew: true });
    owner.lockSync(true);
    Deno.renameSync(`${path}/${OWNER}.new`, `${path}/${OWNER}`);
    return {
      path,
      async [Symbol.asyncDispose]() {
        owner.close();
        // From here on another process may do it.
        if (!removedNow(path)) await removed(path).catch(unlessGone);
        if (own !== undefined) removeIfEmpty(own);
      },
    };
  } catch (error) {
    await removed(path).catch(() => {});
    throw error;
  }
}

/** The variables that name the folder for temporary files. */
export const TEMPORARY_NAMES: readonly string[] = ["TMPDIR", "TMP", "TEMP"];

/** The folder for temporary files of the system, for this process. */
export function systemTemporaryFolder(
  env: (name: string) => string | undefined = (name) => Deno.env.get(name),
): string {
  const named = TEMPORARY_NAMES.map((name) => env(name)).filter(Boolean) as string[];
  return named.find((path) => !UNGRANTED.test(path)) ?? "/tmp";
}

/**
 * Folders that Deno opens to no process with less than every permission, such as `/dev/shm`, and those
 * whose path no flag of a permission can name.
 */
const UNGRANTED = /^\/(?:dev|proc|sys)(?:\/|$)|,/;

/**
 * The folder that all temporary folders of this person are in, so that looking for those of killed
 * processes takes no longer than there are such; undefined where it cannot be trusted: anybody may
 * make a folder of that name in `/tmp`.
 */
function ownTemporaryFolder(): string | undefined {
  const uid = Deno.uid();
  if (uid === null) return undefined;
  const path = `${systemTemporaryFolder()}/svc-${uid}`;
  try {
    Deno.mkdirSync(path, { mode: 0o700 });
    return path;
  } catch {
    // It is there already, or cannot be made.
  }
  try {
    const info = Deno.lstatSync(path);
    if (!info.isDirectory || info.uid !== uid) return undefined;
    if ((info.mode! & 0o777) !== 0o700) Deno.chmodSync(path, 0o700);
    return path;
  } catch {
    return undefined;
  }
}

/** How often the person's own folder may be removed by the last process that used it, at that moment. */
const REMOVED_AT_MOST = 10;

/** Makes a folder in the person's own, which is looked through once for what is left. */
async function madeFolder(prefix: string): Promise<{ made: string; own: string | undefined }> {
  for (let left = REMOVED_AT_MOST;; left--) {
    const own = ownTemporaryFolder();
    try {
      if (own === undefined) {
        return { made: Deno.makeTempDirSync({ prefix, dir: systemTemporaryFolder() }), own };
      }
      if (own !== swept) await removeAbandonedFolders(own, Date.now());
      swept = own;
      return { made: Deno.makeTempDirSync({ prefix, dir: own }), own };
    } catch (error) {
      if (isDiskFull(error)) throw error;
      if (own === undefined || left === 0 || !(error instanceof Deno.errors.NotFound)) {
        throw unusable(systemTemporaryFolder(), error);
      }
    }
  }
}

function unusable(folder: string, cause: unknown): SvcError {
  return new SvcError(
    "file_access_denied",
    `No temporary folder can be made in ${folder}: ${messageOf(cause)}`,
    {
      cause,
      hint: "Set TMPDIR to a folder that you may write to.",
      // A caller of a server learns nothing of its folders, and did nothing that was forbidden.
      outside: {
        message: "The server can make no temporary folder",
        hint: "Tell its operator: the server's log says more.",
      },
      status: 500,
    },
  );
}

/** Removes a folder that nothing is in, and says nothing where it holds something. */
export function removeIfEmpty(folder: string): void {
  try {
    Deno.removeSync(folder);
  } catch {
    // Another process uses it.
  }
}

/** Removes what killed processes have left in a folder. What cannot be removed is left there. */
export async function removeAbandonedFolders(folder: string, now: number): Promise<void> {
  for (const { name } of Deno.readDirSync(folder)) {
    if (!isAbandonedFolder(folder, name, now)) continue;
    // Another process may do it as well.
    await removed(`${folder}/${name}`).catch(() => {});
  }
}

/** Removes a folder. Its owner's file goes last: killed before, it is one that the next process removes. */
async function removed(folder: string): Promise<void> {
  for (const { name } of Deno.readDirSync(folder)) {
    if (name === OWNER) continue;
    await Deno.remove(`${folder}/${name}`, { recursive: true }).catch(unlessGone);
  }
  await Deno.remove(folder, { recursive: true });
}

/** What a folder holds that is removed without waking another thread, which takes longer. */
const FEW = { entries: 50, bytesOfFolder: 4096, bytesOfFile: 1024 * 1024 };

/** As {@linkcode removed}, for a folder that holds little; false for one that holds more, or is not gone. */
function removedNow(folder: string): boolean {
  let left = FEW.entries;
  const owner = `${folder}/${OWNER}`;
  const remove = (path: string): boolean => {
    if (Deno.lstatSync(path).size > FEW.bytesOfFolder) return false;
    for (const { name, isDirectory } of Deno.readDirSync(path)) {
      const inner = `${path}/${name}`;
      if (inner === owner) continue;
      if (--left < 0) return false;
      if (isDirectory && !remove(inner)) return false;
      if (isDirectory) continue;
      if (Deno.lstatSync(inner).size > FEW.bytesOfFile) return false;
      Deno.removeSync(inner);
    }
    if (path === folder) Deno.removeSync(owner);
    Deno.removeSync(path);
    return true;
  };
  try {
    return remove(folder);
  } catch {
    return false;
  }
}

/** Made without an owner: by rules that authors check their code with, and by a push's look at its source. */
const OWNERLESS = ["conformance", "doc-\\d+"];

const NAME = new RegExp(`^svc-(?:${[...PURPOSES, ...OWNERLESS].join("|")})-[0-9a-f]+$`);

/** True below a folder of {@linkcode temporaryFolder}, which is gone with its process. */
export function isTemporary(path: string): boolean {
  return path.split("/").some((name) => NAME.test(name));
}

/** A folder without an owner is of a process that was killed just then, or of an earlier svc. */
const WITHOUT_OWNER_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * True for a temporary folder of this person whose process has ended. The kernel keeps the lock of a
 * process that lives, whatever its age; where that cannot be told, the folder is not abandoned.
 */
function isAbandonedFolder(folder: string, name: string, now: number): boolean {
  if (!NAME.test(name)) return false;
  try {
    const info = Deno.lstatSync(`${folder}/${name}`);
    if (!info.isDirectory || info.uid !== null && info.uid !== Deno.uid()) return false;
    const owner = `${folder}/${name}/${OWNER}`;
    if (!infoOf(owner)?.isFile) return now - (info.mtime?.getTime() ?? now) > WITHOUT_OWNER_MS;
    using file = Deno.openSync(owner, { read: true, write: true });
    return file.tryLockSync(true);
  } catch {
    return false;
  }
}
