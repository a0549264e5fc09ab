import { UUID } from "@svc/core/name";
import { SvcError } from "@svc/core/error";
import { readSmallFile } from "../../base/files/read.ts";

/** Tells one store from another. In the exchange folder: the store that it was last compared with. */
const ID_FILE = "..store";

/**
 * Refuses a store that is not the one it was: a share that is not mounted looks like an empty folder,
 * and everything would be written below it.
 *
 * @throws SvcError `datastore_failed`
 */
export function assertSameStore(store: string, folder: string): void {
  const before = idIn(folder);
  if (before === undefined || before === idIn(store)) return;
  throw new SvcError("datastore_failed", `${store} is not the datastore that it was`, {
    hint:
      `Is the share mounted? If the store was emptied or replaced on purpose, delete ${folder} ` +
      "and sync again: what is here is brought there.",
  });
}

/** Notes which store this is, once it says so. */
export function noteStore(store: string, folder: string): void {
  const id = idIn(store);
  if (id === undefined || id === idIn(folder)) return;
  Deno.writeTextFileSync(`${folder}/${ID_FILE}`, `${id}\n`);
}

/** Gives a store its id before anything else is written there. */
export function giveId(store: string): void {
  if (idIn(store) !== undefined) return;
  try {
    Deno.writeTextFileSync(`${store}/${ID_FILE}`, `${crypto.randomUUID()}\n`, { createNew: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
}

function idIn(folder: string): string | undefined {
  const id = readSmallFile(`${folder}/${ID_FILE}`, 100)?.trim() ?? "";
  return UUID.test(id) ? id : undefined;
}
