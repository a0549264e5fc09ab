import { type Import, type ModuleText, readModule } from "./module.ts";
import { Unreadable } from "./unreadable.ts";

/** What reading the texts of one archive may cost. */
interface Effort {
  /** Counts one more part of a text, so that what is named again and again is not read without end. */
  step(): void;
  /** Counts the characters of what was read: a long text may be named in many places. */
  keep(text: string): string;
}

/** Parts of objects, lists and texts: far more than the largest extension has. */
const STEPS = 200_000;

const CHARACTERS = 2_000_000;

/** The effort for one archive, to be shared by all that is read of it. */
function effort(): Effort {
  let steps = 0;
  let characters = 0;
  return {
    step() {
      if (++steps > STEPS) throw new Unreadable("is too complex to be read");
    },
    keep(text) {
      characters += text.length;
      if (characters > CHARACTERS) throw new Unreadable("has too much text to be shown");
      return text;
    },
  };
}

/** A place in a module where an expression begins. */
export interface Place {
  module: ModuleText;
  at: number;
}

/** Reads the modules of one archive as text; none of it is ever run. */
export interface Reader extends Effort {
  /**
   * The value that a module exports under a name, however many modules hand it on.
   *
   * @throws Unreadable when the text cannot be read
   */
  exported(path: string, name: string): Place | undefined;
  /** The value of a name as `module` knows it; undefined for one that leads out of the archive. */
  named(module: ModuleText, name: string): Place | undefined;
}

/** Bytes of sources that are read of one archive. */
const MOST_BYTES = 10_000_000;

/** Modules that may hand a name on before it is found. */
const HOPS = 16;

/** A reader of the files of an archive, by path relative to `extension/`. */
export function reader(files: ReadonlyMap<string, { bytes: Uint8Array }>): Reader {
  const spent = effort();
  const modules = new Map<string, ModuleText | Unreadable>();
  const decoder = new TextDecoder();
  let bytes = 0;

  const read = (path: string): ModuleText | Unreadable => {
    const file = files.get(path);
    if (!file) return new Unreadable("is not in the archive");
    bytes += file.bytes.length;
    if (bytes > MOST_BYTES) return new Unreadable("is one source too many to be read");
    try {
      return readModule(path, decoder.decode(file.bytes));
    } catch (error) {
      if (error instanceof Unreadable) return error;
      throw error;
    }
  };
  const moduleAt = (path: string): ModuleText => {
    let found = modules.get(path);
    if (found === undefined) modules.set(path, found = read(path));
    if (found instanceof Unreadable) throw found;
    return found;
  };
  const follow = ({ specifier, name }: Import, from: string, hops: number) => {
    const path = resolved(specifier, from, files);
    return path === undefined || name === "*" ? undefined : lookUp(path, name, hops - 1);
  };
  const lookUp = (path: string, name: string, hops: number): Place | undefined => {
    spent.step();
    if (hops === 0) return undefined;
    const module = moduleAt(path);
    const handed = module.exports.get(name);
    if (typeof handed === "object") return follow(handed, path, hops);
    return within(module, handed ?? name, hops);
  };
  const within = (module: ModuleText, name: string, hops: number): Place | undefined => {
    spent.step();
    const at = module.constants.get(name);
    if (at !== undefined) return { module, at };
    const imported = module.imports.get(name);
    return imported && follow(imported, module.path, hops);
  };
  return {
    ...spent,
    exported: (path, name) => lookUp(path, name, HOPS),
    named: (module, name) => within(module, name, HOPS),
  };
}

/** The path of a relative specifier in the archive; undefined for any other. */
function resolved(
  specifier: string,
  from: string,
  files: ReadonlyMap<string, unknown>,
): string | undefined {
  if (!/^\.{1,2}\//.test(specifier)) return undefined;
  const parts = from.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  const path = parts.join("/");
  return [path, `${path}.ts`].find((one) => files.has(one));
}
