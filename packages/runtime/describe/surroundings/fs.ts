// Stands in for node:fs while an extension is described: no file is there.
import fs from "node:fs";

export * from "node:fs";

type Sync = (...given: unknown[]) => unknown;

/** A refusal as code knows it that looks for files which may be absent. */
function absent(read: Sync): Sync {
  return (...given) => {
    try {
      return read(...given);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotCapable)) throw error;
      const options = given.at(-1) as { throwIfNoEntry?: boolean } | undefined;
      if (options?.throwIfNoEntry === false) return undefined;
      throw Object.assign(error, { code: "ENOENT", errno: -2 });
    }
  };
}

export const existsSync = (): boolean => false;
export const accessSync: Sync = absent(fs.accessSync as Sync);
export const statSync: Sync = absent(fs.statSync as Sync);
export const lstatSync: Sync = absent(fs.lstatSync as Sync);
export const readFileSync: Sync = absent(fs.readFileSync as Sync);
export const readdirSync: Sync = absent(fs.readdirSync as Sync);
export const openSync: Sync = absent(fs.openSync as Sync);
/** Libraries ask for the true path of the folder of temporary files while they load. */
export const realpathSync = Object.assign((path: unknown): string => String(path), {
  native: (path: unknown): string => String(path),
});

// require("fs") gives this exact object.
Object.assign(fs, {
  existsSync,
  accessSync,
  statSync,
  lstatSync,
  readFileSync,
  readdirSync,
  openSync,
  realpathSync,
});

export default fs;
