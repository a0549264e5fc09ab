import type { Client } from "../client/client.ts";
import { pause } from "../client/retry.ts";
import { printWarning, type Warn } from "../client/warn.ts";
import { prove } from "../client/proof.ts";
import { StoreFailure } from "../client/failure.ts";
import { isFilePath } from "../layout/path.ts";
import { type Folder, openFolder } from "./folder.ts";
import { openMarks } from "./marks.ts";
import { pull } from "./pull.ts";
import { push } from "./push.ts";
import { readState, type State, writeState } from "./state.ts";

/** Limits of one call. */
export interface SyncOptions {
  /** Ends the call. */
  signal?: AbortSignal | undefined;
}

/** Brings files of the cache folder to the store and back. */
export interface SyncService {
  /** Brings what changed in the store into the folder. @returns files written and removed */
  pullChanged(options?: SyncOptions): Promise<number>;
  /** Brings what was marked to the store. @returns files and removals brought */
  pushChanged(options?: SyncOptions): Promise<number>;
  /** Tells that a file is about to be written or removed; without a path nothing needs to be told. */
  markDirty(options?: string | { relPath?: string }): Promise<void>;
}

/** The sync service of a cache folder. */
export function openSync(
  client: Client,
  cachePath: string,
  warn: Warn = printWarning,
): SyncService {
  let opened: Folder | undefined;
  const folder = () => opened ??= openFolder(cachePath);

  const locked = async <T>(work: (state: State, save: () => void) => Promise<T>): Promise<T> => {
    using _held = await folder().lock();
    const state = readState(folder(), client.target);
    const save = () => writeState(folder(), client.target, state);
    const result = await work(state, save);
    save();
    return result;
  };

  return {
    pullChanged: ({ signal } = {}) =>
      locked((state) => {
        const marked = openMarks(folder()).collect();
        return pull({ client, folder: folder(), state, marked, warn, signal });
      }),
    pushChanged: ({ signal } = {}) =>
      locked(async (state, save) => {
        const marks = openMarks(folder());
        const marked = marks.collect();
        if (!state.isProven) {
          await prove(client, signal);
          state.isProven = true;
        }
        const options = { client, folder: folder(), state, marked, warn, save, pause, signal };
        const pushed = await push(options);
        marks.settle([]);
        return pushed;
      }),
    markDirty(options) {
      const path = typeof options === "string" ? options : options?.relPath;
      // A file that is new is found without a mark.
      if (path === undefined) return Promise.resolve();
      if (!isFilePath(path)) {
        return Promise.reject(
          new StoreFailure("configuration", "a path leads out of the cache folder"),
        );
      }
      openMarks(folder()).add(path);
      return Promise.resolve();
    },
  };
}
