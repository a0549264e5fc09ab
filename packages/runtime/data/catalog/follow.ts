import { pauseFor } from "@svc/core/timer";
import type { Repository } from "../../repository/repository.ts";
import { type DataOwner, ownerFolder } from "../store/folder.ts";
import { isPending, JOURNAL } from "../store/journal.ts";
import { CATALOG, openCatalogFile } from "./file.ts";
import { isEmpty, refreshOwner, refreshSince, stampOfOwner } from "./refresh.ts";
import { ownerId } from "./owner.ts";
import { changedAt, infoOf, settledAfter } from "../../base/files/stamp.ts";

/** From when on it is worth it. */
export interface Sizes {
  /** Items that a run has changed. */
  many: number;
  /** Bytes of the folder itself, which grows with its names: some 1,500. */
  large: number;
}

const SIZES: Sizes = { many: 500, large: 64 * 1024 };

/**
 * Remembers how a definition's data is before a run changes it. Call under its lock, before anything of
 * a killed run is completed: nobody tells of those changes.
 */
export function followChanges(
  repository: Repository,
  owner: DataOwner,
  { many, large }: Sizes = SIZES,
) {
  const folder = ownerFolder(repository, owner);
  const before = infoOf(folder) === undefined
    ? undefined
    : isPending(folder)
    ? ""
    : stampOfOwner(folder);
  return {
    /**
     * Brings what the run has changed into the index, when that spares the next reader more than it
     * costs: the run changed many items, or there are many and an index of them. Whatever goes wrong,
     * the files stay what counts.
     *
     * @param names the items whose folders the run has changed
     */
    async bringIn(names: ReadonlySet<string>) {
      const isMany = names.size >= many;
      if (!isMany && (infoOf(folder)?.size ?? 0) < large) return;
      if (!isMany && infoOf(`${repository.root}/${CATALOG}`) === undefined) return;
      if (names.size === 0 && before === stampOfOwner(folder)) return;
      try {
        await settle(folder);
        using database = await openCatalogFile(repository);
        const id = ownerId(database, owner);
        const isKnown = await refreshSince(database, id, folder, { before, names: [...names] });
        // Who makes a whole index of what was written before is the one who reads.
        if (!isKnown && (isMany || !isEmpty(database, id))) {
          await refreshOwner(database, id, folder, "whole");
        }
      } catch {
        // The next one who reads finds out what is missing, and what is wrong.
      }
    },
  };
}

/** Waits until what was changed last has a stamp: what has none is read again by whoever comes next. */
async function settle(folder: string): Promise<void> {
  for (const path of [folder, `${folder}/${JOURNAL}`]) {
    const info = infoOf(path);
    if (info === undefined) continue;
    const left = changedAt(info) + settledAfter(info) - Date.now();
    if (left >= 0 && left <= settledAfter(info)) {
      await pauseFor(left + 1);
    }
  }
}
