/** Bytes of the header of a WAL index: its change counter, and the checksum of the last commit. */
const HEADER_BYTES = 48;

/** Tells cheaply that nothing was written to the state. */
export interface Commits extends Disposable {
  /**
   * True when no process has committed anything since this was asked before; false when one may have, and
   * where that cannot be read. Takes a quarter of the time of the shortest SQL statement.
   */
  same(): boolean;
}

/**
 * Looks at the index that SQLite keeps beside a database in WAL mode. Its header changes with each commit
 * (sqlite.org/walformat.html, 2.1), before any reader can see what was committed.
 *
 * Dispose of it after the database has been closed, never before: closing a file gives back all locks that
 * this process holds on it (fcntl), SQLite's as well.
 *
 * @param path of the database, which is open
 */
export function commitsOf(path: string): Commits {
  let file: Deno.FsFile | undefined;
  let known = new Uint8Array(HEADER_BYTES);
  let header = new Uint8Array(HEADER_BYTES);
  return {
    same() {
      try {
        file ??= Deno.openSync(`${path}-shm`);
        file.seekSync(0, Deno.SeekMode.Start);
        if (file.readSync(header) !== HEADER_BYTES) return false;
      } catch {
        return false;
      }
      if (header.every((byte, at) => byte === known[at])) return true;
      [known, header] = [header, known];
      return false;
    },
    [Symbol.dispose]() {
      file?.close();
      file = undefined;
    },
  };
}
