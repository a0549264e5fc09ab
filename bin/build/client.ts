import { buildPackages } from "./packages.ts";
import { bundle } from "./bundle.ts";
import { direct } from "./direct.ts";
import { eager } from "./eager.ts";
import { ALONE, entriesOf, entryName, lazilyLoaded, SINGLE, startedIn } from "./entries.ts";
import { OFTEN, ownPrefix } from "./load_main.ts";
import { modulePath } from "./find_one.ts";
import { type Imports, importsOf, packageFile, rewritten } from "./imports.ts";
import { writePages } from "./pages.ts";
import { writeShapes } from "./shapes.ts";
import { stripWhitespace } from "./whitespace.ts";
import { usesOf } from "./uses.ts";
import { type Sources, sourcesOf, writeTree } from "./tree.ts";

/**
 * Bundles the client below `root` into the folder `output`: every module that is loaded or started by
 * its place as an entry of its own, shared code once, and the packages of others it uses. It runs from
 * there without anything else but Deno.
 *
 * @throws Error when something cannot be bundled
 */
export async function buildClient(root: string, output: string): Promise<void> {
  const sources = await sourcesOf(`${root}/packages`);
  const tree = await Deno.makeTempDir({ dir: root, prefix: ".build-" });
  try {
    await writeTree(tree, sources, root);
    const modules = await bundleOwn(tree, sources, root);
    for (const [name, { text, imports, late }] of modules) {
      await Deno.writeTextFile(`${output}/${name}`, rewritten(text, imports, late));
    }
    const others = await buildPackages(usesIn(modules.values()), { tree, root, output });
    await stripWhitespace(others, output, { isOurs: false });
    await stripWhitespace([...modules.keys()], output, { isOurs: true });
    // Last: what takes the blanks out would take the parentheses as well.
    const called = [...modules].filter(([, { own }]) => own).map(([name]) => name);
    for (const name of [...called, ...CALLED]) {
      const text = await Deno.readTextFile(`${output}/${name}`);
      await Deno.writeTextFile(`${output}/${name}`, eager(text));
    }
    await writeShapes(root, output);
    await writePages(root, output);
    const configuration = { nodeModulesDir: "manual", lock: false };
    await Deno.writeTextFile(`${output}/deno.json`, JSON.stringify(configuration));
  } finally {
    await Deno.remove(tree, { recursive: true });
  }
}

/** Packages that are called by each run that writes. */
const CALLED: readonly string[] = [packageFile("@cfworker/json-schema")];

interface BuiltModule {
  text: string;
  imports: Imports;
  /** True where dynamic imports wait: a start of the client reads little. */
  late: boolean;
  /** True where it holds mostly what its loader calls. */
  own: boolean;
}

/** What the modules use of packages of others, in an order that is the same each time. */
function usesIn(modules: Iterable<BuiltModule>): Map<string, Set<string>> {
  const uses = new Map<string, Set<string>>();
  for (const { text, imports } of modules) {
    if (imports.packages.length === 0) continue;
    for (const [specifier, names] of usesOf(text)) {
      if (imports.packages.includes(specifier)) {
        uses.set(specifier, new Set([...uses.get(specifier) ?? [], ...names]));
      }
    }
  }
  return new Map([...uses].sort(([a], [b]) => a < b ? -1 : 1));
}

/**
 * Bundles our own modules; packages of others are still named. What is started in a process of its own
 * shares no file with the client: a process without permission to read loads only what Deno finds
 * before the first line runs.
 */
async function bundleOwn(
  tree: string,
  sources: Sources,
  root: string,
): Promise<Map<string, BuiltModule>> {
  const external = await packageNames(root);
  const started = startedIn(sources);
  const loaded = entriesOf(sources);
  const shared = [...started].filter((path) => !SINGLE.has(path));
  await Deno.mkdir(`${tree}/entries`);
  const built = new Map<string, BuiltModule>();
  const add = async ({ paths, late, prefix = "", own = false, start }: Pass): Promise<void> => {
    const folder = await Deno.makeTempDir({ dir: tree });
    const entries: string[] = [];
    for (const path of paths) {
      const entry = `${tree}/entries/${prefix}${entryName(path)}.ts`;
      await writeEntry(entry, sources, path);
      entries.push(entry);
    }
    const texts = await bundle(entries, { tree, folder, external });
    const begun = start === undefined ? texts : direct(texts, start);
    for (const [name, bundled] of begun) {
      // The bundler puts an object in the place of `export *` from a module that it leaves alone.
      if (bundled.includes("__reExport(")) throw new Error(`${name}: 'export *' loses its names`);
      built.set(name, { text: bundled, imports: importsOf(bundled), late, own });
    }
  };
  await add({ paths: loaded.filter((path) => !ALONE.has(path)), late: true });
  await add({ paths: shared, late: false });
  for (const path of ALONE) await add({ paths: [path], late: true, own: true });
  for (const path of SINGLE) await add({ paths: [path], late: false, own: true });
  for (const command of OFTEN) {
    const prefix = ownPrefix(command);
    const first = ["cli/dispatch/main.ts", modulePath(command)];
    const entries = first.map((path) => `${tree}/entries/${prefix}${entryName(path)}.ts`);
    const own = { command, prefix, sources: sourcesIn(first, built), entries };
    await writeTree(tree, sources, root, own);
    const start = `${prefix}${entryName(first[0]!)}.js`;
    await add({ paths: reachedFrom(first, built), late: true, prefix, own: true, start });
  }
  return built;
}

/** Entries that are bundled together. */
interface Pass {
  paths: readonly string[];
  late: boolean;
  /** What the names of the entries' files begin with. */
  prefix?: string;
  /** True where a file holds mostly what its loader calls. */
  own?: boolean;
  /** The file that a start begins with. */
  start?: string;
}

/** The sources that the built modules of `paths` are made of, with all that these import. */
function sourcesIn(
  paths: readonly string[],
  built: ReadonlyMap<string, BuiltModule>,
): Set<string> {
  const files = new Set<string>();
  const found = new Set<string>();
  const look = (file: string): void => {
    const module = built.get(file);
    if (module === undefined || files.has(file)) return;
    files.add(file);
    for (const [, path] of module.text.matchAll(/^\/\/ packages\/(\S+\.ts)$/gm)) found.add(path!);
    for (const { kind, specifier } of module.imports.places) {
      if (kind === "static") look(specifier.replace(/^\.\//, ""));
    }
  };
  for (const path of paths) look(`${entryName(path)}.js`);
  return found;
}

/** The entries `paths` and all that are loaded lazily from there, however late. */
function reachedFrom(
  paths: readonly string[],
  built: ReadonlyMap<string, BuiltModule>,
): string[] {
  const reached = new Set<string>();
  const files = new Set<string>();
  const look = (file: string): void => {
    const module = built.get(file);
    if (module === undefined || files.has(file)) return;
    files.add(file);
    for (const { specifier } of module.imports.places) look(specifier.replace(/^\.\//, ""));
    for (const path of lazilyLoaded([module.text])) reach(path);
  };
  const reach = (path: string): void => {
    if (ALONE.has(path) || reached.has(path)) return;
    reached.add(path);
    look(`${entryName(path)}.js`);
  };
  for (const path of paths) reach(path);
  return [...reached].sort();
}

/** Entries lie side by side, so that all of the build is in one folder. */
async function writeEntry(entry: string, sources: Sources, path: string): Promise<void> {
  const text = sources.get(path);
  if (text === undefined) throw new Error(`${path} is loaded, but it is not there`);
  const from = JSON.stringify(`../packages/${path}`);
  const rest = `export * from ${from};\n`;
  await Deno.writeTextFile(
    entry,
    /^export default /m.test(text) ? `export { default } from ${from};\n${rest}` : rest,
  );
}

/** The names of all packages of others. */
async function packageNames(root: string): Promise<string[]> {
  const { dependencies } = JSON.parse(await Deno.readTextFile(`${root}/package.json`));
  return Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]);
}
