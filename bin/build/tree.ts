import { startedIn } from "./entries.ts";
import { findOne } from "./find_one.ts";
import { withLocation } from "./module_location.ts";

/** Text of each source of the client by its path below `packages`. */
export type Sources = ReadonlyMap<string, string>;

/** The packages that the client is made of. */
export const PACKAGES = [
  "core",
  "http",
  "log",
  "scorecard",
  "runtime",
  "provenance",
  "serve",
  "cli",
];

/** Files that tests alone need. */
const TESTING = /(?:_test|testing)\.ts$|(?:^|\/)(?:testing|testdata)\//;

/** The client's sources below `folder`, without tests. */
export async function sourcesOf(folder: string): Promise<Map<string, string>> {
  const sources = new Map<string, string>();
  const walk = async (path: string): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(`${folder}/${path}`)) {
      const below = `${path}/${name}`;
      if (isDirectory) await walk(below);
      else if (name.endsWith(".ts") && !TESTING.test(below)) {
        sources.set(below, await Deno.readTextFile(`${folder}/${below}`));
      }
    }
  };
  for (const name of PACKAGES) await walk(name);
  return sources;
}

/** Loads a module of the build by its place. */
const LAZILY = "core/module/lazily.ts";

/** Sources in whose place the build has a file of `bin/build`. */
const STAND_INS: ReadonlyMap<string, string> = new Map([
  [LAZILY, "lazily.ts"],
  ["cli/dispatch/load.ts", "load_main.ts"],
  ["cli/jq/program.ts", "jq_program.ts"],
  ["cli/help/prerendered_page.ts", "prerendered_page.ts"],
  ["cli/table/load_shape.ts", "load_shape.ts"],
]);

/** Finds what a command line is for. */
const FIND = "cli/dispatch/find.ts";

/** A command that has files of its own. */
export interface OwnFiles {
  /** Its path. */
  command: string;
  /** What the names of its entries begin with. */
  prefix: string;
  /** Its sources, by their paths below `packages`. */
  sources: ReadonlySet<string>;
  /** Paths of the entries that import all of these. */
  entries: readonly string[];
}

/**
 * Writes the sources as the build wants them, with the packages' own configuration.
 *
 * @param own when they are bundled for one command: all others import its sources first. The bundler
 *   has a file for each set of entries that need the same, and then it is one set.
 */
export async function writeTree(
  tree: string,
  sources: Sources,
  root: string,
  own?: OwnFiles,
): Promise<void> {
  const here = import.meta.dirname!;
  const started = startedIn(sources);
  const first = own?.entries.map((path) => `\nimport ${JSON.stringify(path)};\n`).join("") ?? "";
  const standIn = async (path: string) => {
    const text = await Deno.readTextFile(`${here}/${STAND_INS.get(path)}`);
    return path === LAZILY && own ? prefixed(text, own.prefix) : text;
  };
  for (const [path, source] of sources) {
    const text = path === FIND && own ? findOne(own.command) : source;
    const target = `${tree}/packages/${path}`;
    await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    const built = STAND_INS.has(path) ? await standIn(path) : withLocation(text, path, started);
    await Deno.writeTextFile(target, own?.sources.has(path) ? built : built + first);
  }
  for (const name of PACKAGES) {
    const path = `packages/${name}/deno.json`;
    await Deno.copyFile(`${root}/${path}`, `${tree}/${path}`);
  }
  await Deno.writeTextFile(
    `${tree}/deno.json`,
    JSON.stringify({
      workspace: PACKAGES.map((name) => `./packages/${name}`),
      nodeModulesDir: "manual",
      lock: false,
    }),
  );
}

/** The text of `lazily.ts` for modules whose names have a prefix. */
function prefixed(text: string, prefix: string): string {
  const before = 'const PREFIX = "";';
  if (!text.includes(before)) throw new Error("lazily.ts has no prefix");
  return text.replace(before, `const PREFIX = ${JSON.stringify(prefix)};`);
}
