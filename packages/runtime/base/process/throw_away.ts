import { temporaryFolder } from "../files/temporary.ts";
import { ownFolder } from "./deno_folder.ts";
import { commaEscaped } from "./flag.ts";
import { keepStart, restoreStart, type Start } from "./start_cache.ts";

/** A folder for all that Deno keeps of one child: compiled code, caches, Web Storage, key-value stores. */
export interface ThrowAwayFolder extends AsyncDisposable {
  /** Absolute path. */
  path: string;
  /** What the child's environment says of it. */
  environment: { DENO_DIR: string };
  /** Flags that keep the child's code out of it: what is there compiled is run without a look. */
  flags: string[];
  /** Removes it without remembering anything: of a child that was not to run. */
  remove(): Promise<void>;
}

/**
 * A `DENO_DIR` for one child. `caches`, `localStorage`, `Deno.openKv` and imports of `blob:` modules
 * write there without asking for a permission; with the folder all of that is gone after the run.
 *
 * @param start what the child starts, so that compiled code is remembered (`restoreStart`)
 */
export async function throwAwayFolder(start?: Start): Promise<ThrowAwayFolder> {
  const folder = await temporaryFolder("deno");
  const { path } = folder;
  const restored = start !== undefined && restoredAt(start, path);
  const closed = commaEscaped([path, ownFolder()].filter((folder) => folder !== undefined));
  const remove = () => folder[Symbol.asyncDispose]().catch(() => {});
  return {
    path,
    remove,
    environment: { DENO_DIR: path },
    flags: [`--deny-read=${closed}`, `--deny-write=${closed}`],
    async [Symbol.asyncDispose]() {
      // A start that cannot be remembered is only slower the next time.
      if (start !== undefined && !restored) await keepStart(start, path).catch(() => {});
      await remove();
    },
  };
}

function restoredAt(start: Start, path: string): boolean {
  try {
    return restoreStart(start, path);
  } catch {
    return false;
  }
}
