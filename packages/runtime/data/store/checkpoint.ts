import { syncFileSystem } from "../../base/files/sync.ts";
import type { Frame } from "./frame.ts";
import { dropJournal, journalSize, readJournal } from "./journal.ts";

/** More files than this are made safe by one call for the whole file system. */
const FEW = 256;

/** Bytes of a journal that has more versions than that, or large ones. */
const LARGE = 1_000_000;

/**
 * Makes everything that a journal says safe in the folders themselves, then deletes the journal. Call
 * under the definition's lock, when all of it has reached the folders.
 */
export async function checkpoint(folder: string, frames?: readonly Frame[]): Promise<void> {
  // Not read then: what it says is in the folders.
  if (journalSize(folder) > LARGE && await syncFileSystem(folder)) return dropJournal(folder);
  const known = frames ?? (await readJournal(folder))?.frames;
  if (known === undefined) return;
  const versions = known.flatMap(({ changes }) =>
    changes.flatMap((change) =>
      change.op === "remove" ? [] : [`${folder}/${change.metadata.name}/${change.metadata.version}`]
    )
  );
  if (versions.length <= FEW || !await syncFileSystem(folder)) {
    for (const version of versions) {
      for (const path of [`${version}/raw`, `${version}/metadata.yaml`, version]) sync(path);
    }
    for (const item of new Set(versions.map((path) => path.slice(0, path.lastIndexOf("/"))))) {
      sync(item);
    }
  }
  dropJournal(folder);
}

function sync(path: string): void {
  try {
    const info = Deno.lstatSync(path);
    if (!info.isFile && !info.isDirectory) return;
    using file = Deno.openSync(path);
    file.syncSync();
  } catch (error) {
    // A later commit, or a person, took the version away.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
