import { temporaryFolder } from "../../base/files/temporary.ts";
import { bareNames } from "../sources/bare_names.ts";
import { type Bundler, openBundler } from "./bundler.ts";
import { assertClosed } from "./containment.ts";
import { bundleError, isClosedPackage, isMissingFile } from "./failure.ts";
import { plainLock } from "./lock.ts";
import { plainMap } from "./source_map.ts";
import { withZodNamespace } from "./zod_import.ts";

/** What to bundle and under which lock. */
export interface BundleOptions {
  /** The lock made when the extension was pushed. With it no other dependency is accepted. */
  lock?: Uint8Array | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds for each process, default 120 s. */
  timeLimitMs?: number;
}

/** Self-contained modules made from an extension's sources. */
export interface Bundles {
  /** By entry point (`models/x.ts`): one ES module with every dependency inside or in chunks. */
  modules: ReadonlyMap<string, BundledModule>;
  /** What several entry points share, by file name; they import it as `./name`. */
  chunks: ReadonlyMap<string, BundledModule>;
  /** The lock that names every npm and jsr package with its digest. */
  lock: Uint8Array;
}

/** One bundled entry point. */
export interface BundledModule {
  code: string;
  /** Source map, for the lines in error messages. */
  map: string;
  /** Names of the chunks that it needs, sorted; without them it is whole. */
  chunks?: readonly string[];
}

const TIME_LIMIT_MS = 120_000;

const EMPTY_LOCK = '{\n  "version": "5"\n}\n';

/**
 * Bundles each entry point, in a throw-away folder that holds the published files and nothing else, so
 * that push and pull build the same. The bundler's process can read that folder and the packages of
 * the lock: nothing else of the machine gets into a bundle, nor is imported by one.
 *
 * @param files by path relative to `extension/`
 * @throws SvcError `bundle_failed` with `file:line`; `memory_limit`, `timeout`, `cancelled`.
 */
export async function bundle(
  files: ReadonlyMap<string, { bytes: Uint8Array }>,
  entries: readonly string[],
  options: BundleOptions = {},
): Promise<Bundles> {
  await using temporary = await temporaryFolder("bundle");
  const folder = temporary.path;
  const lockFile = `${folder}/lock.json`;
  const given = options.lock === undefined ? undefined : plainLock(options.lock);
  await Deno.writeFile(lockFile, given ?? new TextEncoder().encode(EMPTY_LOCK));
  await writeSources(folder, files);
  const shrinkZod = (lock?: Uint8Array) => importZodAsNamespace(folder, files, lock);
  await shrinkZod(given);
  // Archives that other tools made may hold bare names.
  await Deno.writeTextFile(`${folder}/names.json`, JSON.stringify({ imports: bareNames() }));
  const roots = await writeRoots(folder, entries);
  const fetched = async () => {
    if (given === undefined) await shrinkZod(await Deno.readFile(lockFile));
  };
  const outputs = await outputsOf(roots, { folder, lockFile, fetched }, options);
  return {
    ...bundlesOf(outputs, entries, folder),
    lock: plainLock(await Deno.readFile(lockFile)),
  };
}

/** The bundler's files by the entry point that each is of, and the rest as chunks. */
function bundlesOf(
  outputs: ReadonlyMap<string, string>,
  entries: readonly string[],
  folder: string,
): Pick<Bundles, "modules" | "chunks"> {
  const out = `${folder}/out/`;
  const names = [...outputs.keys()].filter((path) => !path.endsWith(".map"))
    .map((path) => path.slice(out.length));
  const roots = entries.map((_, index) => `entry${index}.js`);
  const needs = chunkNeeds(new Map(names.map((name) => [name, outputs.get(out + name)!])));
  const moduleOf = (name: string): BundledModule => {
    const code = outputs.get(out + name)!;
    const map = withRequiredLines(code, plainMap(outputs.get(`${out}${name}.map`)!, folder));
    return { ...withNodeNames(code, map), chunks: needs(name) };
  };
  return {
    modules: new Map(entries.map((entry, index) => [entry, moduleOf(roots[index]!)])),
    chunks: new Map(
      names.filter((name) => !roots.includes(name)).sort().map((name) => [name, moduleOf(name)]),
    ),
  };
}

const MODULE = /\.[cm]?[jt]sx?$/;

async function writeSources(
  folder: string,
  files: ReadonlyMap<string, { bytes: Uint8Array }>,
): Promise<void> {
  for (const [path, { bytes }] of files) {
    const target = `${folder}/extension/${path}`;
    await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    await Deno.writeFile(target, bytes);
  }
}

/** Has the modules bundled with as little of zod as they use, where they or the lock tell its version. */
async function importZodAsNamespace(
  folder: string,
  files: ReadonlyMap<string, { bytes: Uint8Array }>,
  lock: Uint8Array | undefined,
): Promise<void> {
  for (const [path, { bytes }] of files) {
    if (!MODULE.test(path)) continue;
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    const smaller = withZodNamespace(text, lock);
    if (smaller !== text) await Deno.writeTextFile(`${folder}/extension/${path}`, smaller);
  }
}

/** One process bundles all entry points; each gets a name of its own, as two kinds may share one. */
async function writeRoots(folder: string, entries: readonly string[]): Promise<string[]> {
  for (const [index, entry] of entries.entries()) {
    const specifier = JSON.stringify(`./extension/${entry}`);
    await Deno.writeTextFile(`${folder}/entry${index}.ts`, `export * from ${specifier};\n`);
  }
  return entries.map((_, index) => `${folder}/entry${index}.ts`);
}

/** Where a bundle is made. */
interface Place {
  folder: string;
  lockFile: string;
  /** Called once the lock names all packages, before they are bundled. */
  fetched(): Promise<void>;
}

/** The bundles and maps by absolute path; each bundle imports nothing but built-in modules. */
async function outputsOf(
  roots: readonly string[],
  { folder, lockFile, fetched }: Place,
  options: BundleOptions,
): Promise<Map<string, string>> {
  if (roots.length === 0) return new Map();
  await using bundler = await openBundler({
    readable: [`${folder}/extension`, ...roots],
    folder,
    lockFile,
    importMap: `${folder}/names.json`,
    frozen: options.lock !== undefined,
    signal: options.signal,
    timeLimitMs: options.timeLimitMs ?? TIME_LIMIT_MS,
  });
  const outputs = await bundled(bundler, roots, { folder, fetched }, options);
  await Deno.mkdir(`${folder}/out`);
  const bundles = [...outputs.keys()].filter((path) => !path.endsWith(".map"));
  for (const path of bundles) await Deno.writeTextFile(path, outputs.get(path)!);
  const chunks = bundles.filter((path) => !roots.includes(rootOf(path, folder)));
  await assertClosed(bundles, chunks, options.signal);
  return outputs;
}

/** The entry point that a bundle is made of, if any. */
function rootOf(path: string, folder: string): string {
  return path.replace(`${folder}/out/`, `${folder}/`).replace(/\.js$/, ".ts");
}

/** With a lock, all may have been fetched before; without one, the fetching makes it. */
async function bundled(
  bundler: Bundler,
  roots: readonly string[],
  place: Pick<Place, "folder" | "fetched">,
  options: BundleOptions,
): Promise<Map<string, string>> {
  const { folder } = place;
  const task = { roots, folder: `${folder}/out` };
  const frozen = options.lock !== undefined;
  let answer = frozen ? await bundler.bundle(task) : undefined;
  if (answer?.files === undefined) {
    answer = await bundler.fetch(task);
    const problem = answer.errors?.find((error) => !isClosedPackage(error, bundler));
    if (problem) throw await bundleError(problem, folder, frozen);
    // Where no package is needed, nothing kept it from being bundled.
    if (answer.files === undefined) {
      await place.fetched();
      answer = await bundler.bundle(task);
    }
  }
  let whole = false;
  if (answer.errors?.some(isMissingFile)) {
    // The fetch ends at the first package it may not read, while others may be on their way.
    const { errors = [] } = await bundler.fetchWhole(task);
    // What is then still missing is for other systems only, as `fsevents` is for macOS.
    whole = errors.every(isMissingFile);
    answer = await bundler.bundle({ ...task, whole });
  }
  // What packages miss on lines that may never run is left out when nothing else helps.
  if (answer.errors && answer.optional) {
    answer = await bundler.bundle({ ...task, whole, lenient: true });
  }
  const [problem] = answer.errors ?? [];
  if (problem) throw await bundleError(problem, folder, frozen);
  return new Map(answer.files!.map(({ path, text }) => [path, text]));
}

/** What the name of a chunk looks like where one module imports it: `"./chunk-ABCD1234.js"`. */
const REFERENCE = /["']\.\/([^"'/\\]+\.js)["']/g;

/**
 * Tells which chunks a bundled file needs, its chunks' own included: every one that it names, so
 * rather one too many than one too few.
 *
 * @param files code by file name
 */
function chunkNeeds(files: ReadonlyMap<string, string>): (name: string) => string[] {
  const named = new Map(
    [...files].map(([name, code]) => [
      name,
      [...code.matchAll(REFERENCE)].map((match) => match[1]!).filter((other) => files.has(other)),
    ]),
  );
  return (name) => {
    const reached = new Set<string>([name]);
    for (const file of reached) for (const other of named.get(file)!) reached.add(other);
    reached.delete(name);
    return [...reached].sort();
  };
}

/** What CommonJS modules know of their place; a bundle is a module of the other kind. */
const NAMES = /\b__(?:dirname|filename)\b/;

const DEFINED =
  "globalThis.__dirname ??= import.meta.dirname; globalThis.__filename ??= import.meta.filename;\n";

/**
 * Code that may use `__dirname` and `__filename`: they are the bundle's own, as the packages are
 * inside it. Modules with variables of these names keep theirs.
 */
function withNodeNames(code: string, map: string): { code: string; map: string } {
  if (!NAMES.test(code)) return { code, map };
  const { mappings, ...rest } = JSON.parse(map) as { mappings: string };
  // A line more at the top is a semicolon more.
  return { code: DEFINED + code, map: JSON.stringify({ ...rest, mappings: `;${mappings}` }) };
}

/** What Deno writes in the place of the bundler's `__require`. */
const WRITTEN = /^import \{ createRequire as __deno_internal_\w+ \} from \S+;$/m;

/** The bundler's lines, and how many fewer Deno's are. */
const LINES = 6;
const FEWER = 3;

/** The map for bundled code in which Deno has written `__require` again, without telling the map. */
function withRequiredLines(code: string, map: string): string {
  const at = code.search(WRITTEN);
  if (at === -1) return map;
  const { mappings, ...rest } = JSON.parse(map) as { mappings: string };
  const lines = mappings.split(";");
  const line = code.slice(0, at).split("\n").length - 1;
  // Of its own code the bundler maps nothing: what is mapped here is something else.
  if (lines.slice(line, line + LINES).some((mapped) => mapped !== "")) return map;
  return JSON.stringify({ ...rest, mappings: lines.toSpliced(line, FEWER).join(";") });
}
