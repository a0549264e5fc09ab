import { removeIfPresent } from "../../base/files/remove.ts";
import { UUID } from "@svc/core/name";
import { SvcError } from "@svc/core/error";
import { parentOf } from "../../base/files/path.ts";
import { syncFileSystem } from "../../base/files/sync.ts";
import { syncFolder } from "../../base/files/write.ts";
import type { SyncService, TransferOptions } from "../../providers/datastore_provider.ts";
import { ownPath } from "../../repository/links.ts";
import { DATA, FORMAT_FILE, isExchangePath, OUTPUTS } from "../exchange/paths.ts";
import { assertStore, awayError, type OnOperation, storeError } from "./operations.ts";
import { copyRegular, eachOf, makeFolder, namesOf } from "./transfer.ts";
import { readSmallFile } from "../../base/files/read.ts";

/** Where files lie until they are whole. */
const INCOMING = "..incoming";

/** Files that are made safe together. */
const BATCH = 500;

/** Fewer files are made safe one by one. */
const FEW = 16;

/**
 * Brings files of a folder to a store that is a folder itself, and back. As no file ever changes, the
 * names alone tell what is new: a pull lists each folder once and reads only files it does not have.
 *
 * @param store absolute path of the store
 * @param folder absolute path of the exchange folder
 */
export function filesystemSync(
  store: string,
  folder: string,
  onOperation: OnOperation = () => {},
): SyncService {
  const dirty = new Set<string>();
  const list = (path: string, kind: "isFile" | "isDirectory") => {
    onOperation("list", 0);
    return namesOf(path, kind);
  };
  return {
    async pullChanged(options = {}) {
      try {
        assertStore(store);
        assertSameStore(store, folder);
        let changed = 0;
        for (const inside of foldersOf(list, store, folder, options)) {
          changed += await pullFolder({ store, folder, inside, list, onOperation }, options);
        }
        noteStore(store, folder);
        return changed;
      } catch (error) {
        throw awayError(store, error);
      } finally {
        removeIfPresent(`${folder}.in`, { recursive: true });
      }
    },
    async pushChanged(options = {}) {
      try {
        assertStore(store);
        const paths = [...dirty];
        const added = paths.filter((path) => isFile(ownPath(folder, path)));
        const gone = new Set(paths).difference(new Set(added));
        if (added.length > 0) giveId(store);
        // The format first, so that nobody takes half a store for something else.
        added.sort((a, b) => Number(b === FORMAT_FILE) - Number(a === FORMAT_FILE));
        for (let at = 0; at < added.length; at += BATCH) {
          const batch = added.slice(at, at + BATCH);
          await pushFiles({ store, folder, onOperation }, batch, options);
          for (const path of batch) dirty.delete(path);
        }
        // What goes, goes last: until then the records are there that say so.
        for (const path of gone) {
          removeIfPresent(ownPath(store, path));
          onOperation("remove", 0);
          dirty.delete(path);
        }
        noteStore(store, folder);
        return paths.length;
      } catch (error) {
        throw storeError(store, error);
      }
    },
    markDirty(path) {
      if (!isExchangePath(path)) {
        throw new SvcError(
          "datastore_failed",
          `${JSON.stringify(path)} is not a path of a datastore`,
        );
      }
      dirty.add(path);
      return Promise.resolve();
    },
  };
}

/** The folders with files, on both sides. */
function foldersOf(
  list: (path: string, kind: "isDirectory") => Set<string>,
  store: string,
  folder: string,
  { only }: TransferOptions,
): string[] {
  if (only !== undefined) return ["", ...only.filter((path) => path !== FORMAT_FILE)];
  const folders = [""];
  for (const area of [DATA, OUTPUTS]) {
    const names = list(ownPath(store, area), "isDirectory")
      .union(namesOf(ownPath(folder, area), "isDirectory"));
    for (const name of names) if (UUID.test(name)) folders.push(`${area}/${name}`);
  }
  return folders;
}

/** Makes a folder have the files that the store's has. */
async function pullFolder(
  { store, folder, inside, list, onOperation }: {
    store: string;
    folder: string;
    inside: string;
    list(path: string, kind: "isFile"): Set<string>;
    onOperation: OnOperation;
  },
  { signal }: TransferOptions,
): Promise<number> {
  const at = inside === "" ? "" : `${inside}/`;
  const wanted = (names: Set<string>) =>
    new Set([...names].filter((name) => isExchangePath(`${at}${name}`)));
  const there = wanted(list(inside === "" ? store : ownPath(store, inside), "isFile"));
  const here = wanted(namesOf(inside === "" ? folder : ownPath(folder, inside), "isFile"));
  // The format is the one thing that may change: with a newer svc.
  const fresh = [...there].filter((name) => name === FORMAT_FILE || !here.has(name));
  if (fresh.length > 0) {
    Deno.mkdirSync(`${folder}.in`, { recursive: true });
    makeFolder(folder, `${at}x`);
  }
  await eachOf(fresh, async (name) => {
    const aside = `${folder}.in/${crypto.randomUUID()}`;
    const bytes = await copyRegular(ownPath(store, `${at}${name}`), aside, { signal });
    // Taken away since it was listed.
    if (bytes === undefined) return;
    await Deno.rename(aside, `${folder}/${at}${name}`);
    onOperation("read", bytes);
  }, signal);
  const gone = [...here.difference(there)];
  for (const name of gone) removeIfPresent(`${folder}/${at}${name}`);
  return fresh.filter((name) => name !== FORMAT_FILE).length + gone.length;
}

/** Brings new files into the store: whole, safe on its disk, and never in place of another. */
async function pushFiles(
  { store, folder, onOperation }: { store: string; folder: string; onOperation: OnOperation },
  paths: readonly string[],
  { signal }: TransferOptions,
): Promise<void> {
  const isMany = paths.length > FEW;
  const made: { aside: string; target: string }[] = [];
  makeFolder(store, `${INCOMING}/x`);
  try {
    await eachOf(paths, async (path) => {
      const target = ownPath(store, path);
      // Pushed already, by a sync that was cut off.
      if (isFile(target)) return;
      const aside = `${ownPath(store, INCOMING)}/${crypto.randomUUID()}`;
      made.push({ aside, target });
      const bytes = await copyRegular(ownPath(folder, path), aside, { durable: !isMany, signal });
      if (bytes === undefined) throw new Error(`${path} was deleted`);
      onOperation("write", bytes);
    }, signal);
    if (isMany && !await syncFileSystem(store)) {
      for (const { aside } of made) await syncFolder(aside);
    }
    for (const inside of new Set(paths.map((path) => parentOf(`/${path}`)))) {
      makeFolder(store, `${inside.slice(1)}/x`);
    }
    for (const { aside, target } of made) place(aside, target);
    const folders = new Set(made.map(({ target }) => parentOf(target)));
    for (const path of folders) await syncFolder(path).catch(() => {});
  } finally {
    for (const { aside } of made) removeIfPresent(aside);
  }
}

/** Gives a file its name, unless there is one: that was there first. */
function place(aside: string, target: string): void {
  try {
    Deno.linkSync(aside, target);
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return;
    // A share without links. Nobody else makes a file of this name.
    if (!isFile(target)) Deno.renameSync(aside, target);
  }
}

function isFile(path: string): boolean {
  try {
    return Deno.lstatSync(path).isFile;
  } catch {
    return false;
  }
}

/** Tells one store from another. In the exchange folder: the store that it was last compared with. */
const ID_FILE = "..store";

/**
 * Refuses a store that is not the one it was: a share that is not mounted looks like an empty folder,
 * and everything would be written below it.
 *
 * @throws SvcError `datastore_failed`
 */
function assertSameStore(store: string, folder: string): void {
  const before = idIn(folder);
  if (before === undefined || before === idIn(store)) return;
  throw new SvcError("datastore_failed", `${store} is not the same datastore as before`, {
    hint:
      `Is the share mounted? If the store was emptied or replaced on purpose, delete ${folder} ` +
      "and sync again: the data of this machine is sent there.",
  });
}

/** Notes which store this is, once it says so. */
function noteStore(store: string, folder: string): void {
  const id = idIn(store);
  if (id === undefined || id === idIn(folder)) return;
  Deno.writeTextFileSync(`${folder}/${ID_FILE}`, `${id}\n`);
}

/** Gives a store its id before anything else is written there. */
function giveId(store: string): void {
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
