import { removeIfPresent } from "../../base/files/remove.ts";
import { infoOf } from "../../base/files/stamp.ts";
import { ownPath } from "../../repository/links.ts";
import type { SyncService } from "../../providers/datastore_provider.ts";

/** Where files for the store are put. */
export interface Outgoing {
  /**
   * Puts a file into the exchange folder, whole or not at all, once the provider knows of it. A file
   * that is there stays: files never change.
   *
   * @param fill writes the content to a path that does not exist
   */
  put(path: string, fill: (target: string) => void): Promise<void>;
  /** Takes a file out of the exchange folder. */
  remove(path: string): Promise<void>;
  /** How many of each there were. */
  readonly count: number;
}

/** Files on their way from here into the exchange folder, and with the next push into the store. */
export function outgoing(exchange: string, service: SyncService): Outgoing {
  // Beside it, as a provider may bring to the store whatever it finds inside.
  const aside = `${exchange}.new`;
  let count = 0;
  const folders = new Set<string>();
  const makeFolder = (path: string) => {
    const folder = path.slice(0, Math.max(path.lastIndexOf("/"), 0));
    if (folders.has(folder)) return;
    Deno.mkdirSync(aside, { recursive: true });
    Deno.mkdirSync(folder === "" ? exchange : ownPath(exchange, folder), { recursive: true });
    folders.add(folder);
  };
  return {
    get count() {
      return count;
    },
    async put(path, fill) {
      await service.markDirty(path);
      count++;
      makeFolder(path);
      const target = `${exchange}/${path}`;
      if (infoOf(target)?.isFile) return;
      const made = `${aside}/${crypto.randomUUID()}`;
      fill(made);
      Deno.renameSync(made, target);
    },
    async remove(path) {
      await service.markDirty(path);
      count++;
      removeIfPresent(ownPath(exchange, path));
    },
  };
}
