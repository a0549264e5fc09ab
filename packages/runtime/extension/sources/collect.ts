import { SvcError } from "@svc/core/error";
import { type Manifest, parseManifest } from "@svc/core/manifest";
import { absolutePath, parentOf, relativeInside } from "../../base/files/path.ts";
import { readTextIfPresent } from "../../base/files/read.ts";
import { baseFolders } from "./base.ts";
import { importClosure } from "./closure.ts";
import { checkedEntry } from "./entry.ts";
import { compilerOptionsOf, importMapOf } from "./import_map.ts";
import { type ModuleKind, SOURCE_KINDS } from "./kinds.ts";
import { archivePaths, isInside } from "./archive_paths.ts";
import { type Problems, problems } from "./problems.ts";
import { type Renamed, withNames } from "./rewrite.ts";
import { findSkills } from "./skills.ts";
import { findWorkflows } from "./workflows.ts";

/** A file of an extension. */
export interface SourceFile {
  bytes: Uint8Array;
  /** True for a declared binary. */
  executable: boolean;
  /** Where it was read, absolute. */
  from: string;
}

/** Everything an extension publishes, before it is described and packed. */
export interface CollectedSources {
  manifest: Manifest;
  /** Absolute path of the manifest. */
  manifestFile: string;
  /** Keys are relative to `extension/`: `manifest.yaml`, `models/x.ts`, `files/README.md`. Sorted. */
  files: ReadonlyMap<string, SourceFile>;
  /** How the author has types checked: of their `deno.json`. */
  compilerOptions: Record<string, unknown>;
}

/** Where to resolve entries. */
interface CollectOptions {
  /** Root of the behavior repository the manifest stands in. */
  repository?: string | undefined;
  /** Reads an environment variable, default the process's. */
  env?: (name: string) => string | undefined;
  signal?: AbortSignal;
}

/**
 * Reads an extension's manifest and every file it publishes: the entries, the local modules they
 * import, `include`, `additionalFiles`, workflows and skills.
 *
 * @throws SvcError `manifest_invalid`, also without a manifest, `manifest_version_unsupported`;
 *   `source_refused` listing each missing entry, link, file outside, dynamic or bare import with its
 *   `file:line`.
 */
export async function collectSources(
  manifestPath: string,
  options: CollectOptions = {},
): Promise<CollectedSources> {
  const manifestFile = absolutePath(manifestPath);
  const text = await readManifest(manifestFile);
  const name = manifestFile.slice(manifestFile.lastIndexOf("/") + 1);
  const manifest = parseManifest(text, name);
  const found = problems(
    "source_refused",
    `${manifest.name} cannot be published:`,
    "Fix the lines named above.",
  );
  const collection: Collection = {
    manifest,
    manifestFile,
    files: new Map(),
    found,
    line: (entry) => `${name}:${entryLine(text, entry)}`,
  };
  const bytes = new TextEncoder().encode(text);
  collection.files.set("manifest.yaml", { bytes, executable: false, from: manifestFile });
  const compilerOptions = await addModules(collection, options);
  await addCarried(collection, options);
  await addListedFiles(collection);
  found.done();
  const files = new Map([...collection.files].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { manifest, manifestFile, files, compilerOptions };
}

/** What is collected so far. */
interface Collection {
  manifest: Manifest;
  manifestFile: string;
  files: Map<string, SourceFile>;
  found: Problems;
  /** The manifest's line of an entry, as `manifest.yaml:7`. */
  line(entry: string): string;
}

async function readManifest(manifestFile: string): Promise<string> {
  const text = await readTextIfPresent(manifestFile);
  if (text !== undefined) return text;
  throw new SvcError("manifest_invalid", `There is no manifest ${manifestFile}`, {
    hint: "Give the path of a manifest.yaml, or of the folder it is in.",
  });
}

/**
 * Adds the entries of each kind with the local modules they import, and what `include` names.
 *
 * @returns the compiler options of the configuration that their names are of
 */
async function addModules(
  collection: Collection,
  options: CollectOptions,
): Promise<Record<string, unknown>> {
  const { manifest, manifestFile, files, found } = collection;
  const bases = await baseFolders(manifest, manifestFile, options.repository, envOf(options));
  const own = parentOf(manifestFile);
  const root = options.repository !== undefined && isInside(options.repository, own)
    ? options.repository
    : own;
  const importMap = await importMapOf(own, root, found);
  const places = archivePaths(bases, own, root);
  for (const { kind } of SOURCE_KINDS) {
    const base = bases[kind];
    const entries = await checkedEntries(collection, base, manifest[kind]);
    const closure = await importClosure(base, entries, found, {
      keyOf: places.of(kind),
      folders: places.folders,
      importMap,
      signal: options.signal,
    });
    for (const { path, key, names } of closure) {
      await add(files, key, path);
      if (names.length > 0) rename(files.get(key)!, names);
    }
  }
  const base = bases.models;
  for (const path of await checkedEntries(collection, base, manifest.include)) {
    const key = `models/${relativeInside(base, path)!}`;
    if (!files.has(key)) await add(files, key, path);
  }
  return await compilerOptionsOf(own, root, found);
}

/**
 * The files that one module of a repository needs that belongs to no manifest.
 *
 * @param repository absolute root
 * @param module its file relative to the folder of its kind, such as `extensions/models`
 */
export async function collectLoose(
  repository: string,
  { kind, file }: { kind: ModuleKind; file: string },
  found: Problems,
): Promise<Map<string, SourceFile>> {
  const own = `${repository}/extensions`;
  const bases = Object.fromEntries(SOURCE_KINDS.map(({ kind }) => [kind, `${own}/${kind}`]));
  const files = new Map<string, SourceFile>();
  const places = archivePaths(bases as Parameters<typeof archivePaths>[0], own, repository);
  const closure = await importClosure(`${own}/${kind}`, [`${own}/${kind}/${file}`], found, {
    keyOf: places.of(kind),
    folders: places.folders,
    importMap: await importMapOf(own, repository, found),
  });
  for (const { path, key, names } of closure) {
    await add(files, key, path);
    rename(files.get(key)!, names);
  }
  return files;
}

function rename(file: SourceFile, names: readonly Renamed[]): void {
  const text = withNames(new TextDecoder().decode(file.bytes), names);
  file.bytes = new TextEncoder().encode(text);
}

/** What this runtime carries along without running it: workflows, and skills for coding agents. */
async function addCarried(collection: Collection, options: CollectOptions): Promise<void> {
  const place = { ...collection, repository: options.repository, env: envOf(options) };
  const found = [...await findWorkflows(place), ...await findSkills(place)];
  for (const [key, path] of found) await add(collection.files, key, path);
}

function envOf({ env }: CollectOptions): (name: string) => string | undefined {
  return env ?? ((variable) => Deno.env.get(variable));
}

/** `additionalFiles` and `binaries`, each once. */
async function addListedFiles(collection: Collection): Promise<void> {
  const { manifest, manifestFile, files, found, line } = collection;
  const own = parentOf(manifestFile);
  const taken = new Map<string, string>();
  for (const [entry, executable] of filesListed(manifest)) {
    const key = listedKey(entry);
    const earlier = taken.get(key);
    if (earlier !== undefined) {
      found.add(line(entry), `'${entry}' is listed twice (also as '${earlier}')`);
      continue;
    }
    taken.set(key, entry);
    const path = await checkedEntry(own, entry, line(entry), found);
    if (path !== undefined) {
      await add(files, `files/${relativeInside(own, path)!}`, path, executable);
    }
  }
}

/** What two spellings of one path have in common. */
function listedKey(entry: string): string {
  const parts = entry.normalize("NFC").split(/[/\\]/);
  return parts.filter((part) => part !== "" && part !== ".").join("/").toLowerCase();
}

function filesListed(manifest: Manifest): [string, boolean][] {
  return [
    ...manifest.additionalFiles.map((entry): [string, boolean] => [entry, false]),
    ...manifest.binaries.map((entry): [string, boolean] => [entry, true]),
  ];
}

async function add(
  files: Map<string, SourceFile>,
  key: string,
  path: string,
  executable = false,
): Promise<void> {
  files.set(key, { bytes: await Deno.readFile(path), executable, from: path });
}

async function checkedEntries(
  { line, found }: Collection,
  base: string,
  entries: readonly string[],
): Promise<string[]> {
  const paths: string[] = [];
  for (const entry of entries) {
    const path = await checkedEntry(base, entry, line(entry), found);
    if (path !== undefined) paths.push(path);
  }
  return paths;
}

/** The 1-based line of the manifest that lists `entry`; 1 when it is written in another way. */
function entryLine(text: string, entry: string): number {
  const lines = text.split("\n");
  const item = lines.findIndex((line) => /^\s*-/.test(line) && line.includes(entry));
  return (item >= 0 ? item : Math.max(lines.findIndex((line) => line.includes(entry)), 0)) + 1;
}
