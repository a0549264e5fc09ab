// Changes what node:fs says while an extension is described: no file is there.
const fs = globalThis.process.getBuiltinModule("fs");

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

Object.assign(fs, {
  existsSync: () => false,
  accessSync: absent(fs.accessSync as Sync),
  statSync: absent(fs.statSync as Sync),
  lstatSync: absent(fs.lstatSync as Sync),
  readFileSync: absent(fs.readFileSync as Sync),
  readdirSync: absent(fs.readdirSync as Sync),
  openSync: absent(fs.openSync as Sync),
  // Libraries ask for the true path of the folder of temporary files while they load.
  realpathSync: Object.assign((path: unknown) => String(path), {
    native: (path: unknown) => String(path),
  }),
});
