import { createHash } from "node:crypto";
import { StoreFailure } from "../client/failure.ts";
import { isFilePath, OWN_FOLDER } from "../layout/path.ts";

/** The cache folder. Whatever is in it, nothing is read or written outside of it. */
export interface Folder {
  /** Paths of all files, except the provider's own. */
  list(): string[];
  /** Size and SHA-256; undefined when there is no such regular file. */
  measure(path: string, signal?: AbortSignal): { size: number; checksum: string } | undefined;
  /** So many bytes of a file from an offset; fewer at its end; undefined when there is no such file. */
  read(path: string, at: number, size: number): Uint8Array<ArrayBuffer> | undefined;
  /** Writes a file whole or not at all. `fill` gets an empty file that is elsewhere. */
  write(path: string, fill: (file: Deno.FsFile) => Promise<void>): Promise<void>;
  /** Removes a file; one that is not there is fine. */
  remove(path: string): void;
  /** A small file of the provider's own. */
  readOwn(name: string): string | undefined;
  writeOwn(name: string, bytes: Uint8Array): void;
  /** Adds to a file of the provider's own. */
  appendOwn(name: string, text: string): void;
  removeOwn(name: string): void;
  renameOwn(name: string, to: string): void;
  /** Names of the provider's own files. */
  listOwn(): string[];
  /** Waits until no other process synchronises this folder. Dispose it to let others in. */
  lock(): Promise<Disposable>;
}

const PIECE = 1024 * 1024;

/** @param root absolute path of a folder that exists or can be made */
export function openFolder(root: string): Folder {
  const own = `${root}/${OWN_FOLDER}`;
  Deno.mkdirSync(root, { recursive: true });
  makeFolder(own);
  /** Folders that were found to be none but folders, in this process. */
  const sound = new Set<string>();

  return {
    list: () => [...filesBelow(root, "")],
    measure(path, signal) {
      using file = openRegular(`${root}/${path}`);
      if (file === undefined) return undefined;
      const hash = createHash("sha256");
      const piece = new Uint8Array(PIECE);
      let size = 0;
      for (let read = file.readSync(piece); read !== null; read = file.readSync(piece)) {
        signal?.throwIfAborted();
        hash.update(piece.subarray(0, read));
        size += read;
      }
      return { size, checksum: hash.digest("hex") };
    },
    read(path, at, size) {
      using file = openRegular(`${root}/${path}`);
      if (file === undefined) return undefined;
      file.seekSync(at, Deno.SeekMode.Start);
      const bytes = new Uint8Array(size);
      let length = 0;
      while (length < size) {
        const read = file.readSync(bytes.subarray(length));
        if (read === null) break;
        length += read;
      }
      return length === size ? bytes : bytes.slice(0, length);
    },
    async write(path, fill) {
      makeParents(root, path, sound);
      const temporary = `${own}/${crypto.randomUUID()}.tmp`;
      try {
        {
          using file = Deno.openSync(temporary, { write: true, createNew: true });
          await fill(file);
        }
        Deno.renameSync(temporary, `${root}/${path}`);
      } catch (error) {
        removeIfThere(temporary);
        throw error;
      }
    },
    remove: (path) => removeIfThere(`${root}/${path}`),
    readOwn(name) {
      try {
        return Deno.readTextFileSync(`${own}/${name}`);
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return undefined;
        throw error;
      }
    },
    writeOwn(name, bytes) {
      const temporary = `${own}/${crypto.randomUUID()}.tmp`;
      Deno.writeFileSync(temporary, bytes, { createNew: true });
      Deno.renameSync(temporary, `${own}/${name}`);
    },
    appendOwn: (name, text) => Deno.writeTextFileSync(`${own}/${name}`, text, { append: true }),
    removeOwn: (name) => removeIfThere(`${own}/${name}`),
    renameOwn: (name, to) => Deno.renameSync(`${own}/${name}`, `${own}/${to}`),
    listOwn: () => [...Deno.readDirSync(own)].map(({ name }) => name),
    async lock() {
      const file = Deno.openSync(`${own}/lock`, { write: true, create: true });
      await file.lock(true);
      removeLeftovers(own);
      return file;
    },
  };
}

function* filesBelow(root: string, folder: string): Generator<string> {
  for (const { name, isFile, isDirectory } of Deno.readDirSync(`${root}/${folder}`)) {
    const path = folder === "" ? name : `${folder}/${name}`;
    if (isDirectory && path !== OWN_FOLDER) yield* filesBelow(root, path);
    else if (isFile && isFilePath(path)) yield path;
  }
}

/** A link could lead anywhere, and a named pipe would be waited for. */
function openRegular(path: string): Deno.FsFile | undefined {
  try {
    const seen = Deno.lstatSync(path);
    if (!seen.isFile) return undefined;
    return Deno.openSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return undefined;
    }
    throw error;
  }
}

function makeParents(root: string, path: string, sound: Set<string>): void {
  const segments = path.split("/").slice(0, -1);
  let folder = root;
  for (const segment of segments) {
    folder = `${folder}/${segment}`;
    if (sound.has(folder)) continue;
    makeFolder(folder);
    sound.add(folder);
  }
}

/** Makes a folder. @throws StoreFailure `damaged` when something else is there, such as a link */
function makeFolder(path: string): void {
  try {
    Deno.mkdirSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    if (Deno.lstatSync(path).isDirectory) return;
    throw new StoreFailure("damaged", "something that is not a folder is in the cache folder");
  }
}

function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** What a killed process had begun to write. Only the holder of the lock writes there. */
function removeLeftovers(own: string): void {
  for (const { name } of Deno.readDirSync(own)) {
    if (name.endsWith(".tmp")) removeIfThere(`${own}/${name}`);
  }
}
