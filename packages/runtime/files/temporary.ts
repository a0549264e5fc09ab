/** What temporary folders are for: their names begin with `svc-` and this. */
const PURPOSES = ["run", "deno", "bundle", "describe", "graph", "types", "trial"] as const;

/** The file that the process which made a folder holds locked for as long as it lives. */
const OWNER = ".svc-owner";

/** A temporary folder, removed when disposed of. */
export interface TemporaryFolder extends AsyncDisposable {
  /** Absolute path without symbolic links. */
  path: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Makes a temporary folder that only this person may look into. Of a process that is killed it stays,
 * until {@linkcode isAbandonedFolder} tells of it.
 */
export async function temporaryFolder(purpose: typeof PURPOSES[number]): Promise<TemporaryFolder> {
  // Not asynchronously: each of these takes microseconds, and a thread that does it much longer.
  const path = Deno.realPathSync(Deno.makeTempDirSync({ prefix: `svc-${purpose}-` }));
  const remove = () => Deno.remove(path, { recursive: true });
  try {
    const owner = Deno.openSync(`${path}/${OWNER}`, { write: true, createNew: true });
    owner.lockSync(true);
    return {
      path,
      async [Symbol.asyncDispose]() {
        owner.close();
        // From here on another process may do it.
        if (!removedNow(path)) await remove().catch(unlessGone);
      },
    };
  } catch (error) {
    await remove().catch(() => {});
    throw error;
  }
}

/** What a folder holds that is removed without waking another thread, which takes longer. */
const FEW = { entries: 50, bytesOfFolder: 4096, bytesOfFile: 1024 * 1024 };

/** Removes a folder that holds little; false for one that holds more, or that is not gone. */
function removedNow(folder: string): boolean {
  let left = FEW.entries;
  const remove = (path: string): boolean => {
    if (Deno.lstatSync(path).size > FEW.bytesOfFolder) return false;
    for (const { name, isDirectory } of Deno.readDirSync(path)) {
      const inner = `${path}/${name}`;
      if (--left < 0) return false;
      if (isDirectory && !remove(inner)) return false;
      if (isDirectory) continue;
      if (Deno.lstatSync(inner).size > FEW.bytesOfFile) return false;
      Deno.removeSync(inner);
    }
    Deno.removeSync(path);
    return true;
  };
  try {
    return remove(folder);
  } catch {
    return false;
  }
}

function unlessGone(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

/** Made without an owner: by rules that authors check their code with, and by a push's look at its source. */
const OWNERLESS = ["conformance", "doc-\\d+"];

const NAME = new RegExp(`^svc-(?:${[...PURPOSES, ...OWNERLESS].join("|")})-[0-9a-f]+$`);

/** A folder without an owner is of a process that was killed just then, or of an earlier svc. */
const WITHOUT_OWNER_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * True for a temporary folder of this person whose process has ended. The kernel keeps the lock of a
 * process that lives, whatever its age; where that cannot be told, the folder is not abandoned.
 */
export function isAbandonedFolder(folder: string, name: string, now: number): boolean {
  if (!NAME.test(name)) return false;
  try {
    const info = Deno.lstatSync(`${folder}/${name}`);
    if (!info.isDirectory || info.uid !== null && info.uid !== Deno.uid()) return false;
    const owner = `${folder}/${name}/${OWNER}`;
    if (!hasFile(owner)) return now - (info.mtime?.getTime() ?? now) > WITHOUT_OWNER_MS;
    using file = Deno.openSync(owner, { read: true, write: true });
    return file.tryLockSync(true);
  } catch {
    return false;
  }
}

function hasFile(path: string): boolean {
  try {
    return Deno.lstatSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
