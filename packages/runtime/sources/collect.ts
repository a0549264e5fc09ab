import { SvcError } from "@svc/core/error";
import { type Manifest, parseManifest } from "@svc/core/manifest";
import { absolutePath, parentOf, relativeInside } from "../files/path.ts";
import { lstatIfPresent, readTextIfPresent } from "../files/read.ts";
import { baseFolders } from "./base.ts";
import { firstLink, importClosure } from "./closure.ts";
import { MODULE_KINDS, UNSUPPORTED_KINDS } from "./kinds.ts";
import { type Problems, problems } from "./problems.ts";

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
}

/** Where to resolve entries. */
export interface CollectOptions {
  /** Root of the behavior repository the manifest stands in. */
  repository?: string | undefined;
  /** Reads an environment variable, default the process's. */
  env?: (name: string) => string | undefined;
  signal?: AbortSignal;
}

/**
 * Reads an extension's manifest and every file it publishes: the entries, the local modules they
 * import, `include` and `additionalFiles`.
 *
 * @throws SvcError `not_found` without a manifest; `manifest_invalid`, `manifest_version_unsupported`;
 *   `source_refused` listing each missing entry, link, file outside, dynamic or bare import with its
 *   `file:line`.
 */
export async function collectSources(
  manifestPath: string,
  options: CollectOptions = {},
): Promise<CollectedSources> {
  const manifestFile = absolutePath(manifestPath);
  const text = await readTextIfPresent(manifestFile);
  if (text === undefined) {
    throw new SvcError("not_found", `There is no manifest at ${manifestFile}`, {
      hint:
        "Name the extension's manifest.yaml, for example extensions/my-extension/manifest.yaml.",
    });
  }
  const name = manifestFile.slice(manifestFile.lastIndexOf("/") + 1);
  const manifest = parseManifest(text, name);
  const found = problems(
    "source_refused",
    `${manifest.name} cannot be published as it is:`,
    "Fix the lines named above.",
  );
  const line = (entry: string) => `${name}:${entryLine(text, entry)}`;
  for (const kind of UNSUPPORTED_KINDS) {
    for (const entry of manifest[kind]) {
      found.add(line(entry), `${kind} are not supported; remove '${entry}'`);
    }
  }
  const files = new Map<string, SourceFile>();
  files.set("manifest.yaml", {
    bytes: new TextEncoder().encode(text),
    executable: false,
    from: manifestFile,
  });
  const env = options.env ?? ((variable: string) => Deno.env.get(variable));
  const bases = await baseFolders(manifest, manifestFile, options.repository, env);
  for (const { kind } of MODULE_KINDS) {
    const base = bases[kind];
    const entries: string[] = [];
    for (const entry of manifest[kind]) {
      const path = await checkedEntry(base, entry, line(entry), found);
      if (path !== undefined) entries.push(path);
    }
    const closure = await importClosure(base, entries, found, options.signal);
    for (const path of closure) await add(files, `${kind}/${relativeInside(base, path)!}`, path);
    if (kind !== "models") continue;
    for (const entry of manifest.include) {
      const path = await checkedEntry(base, entry, line(entry), found);
      if (path !== undefined) await add(files, `models/${relativeInside(base, path)!}`, path);
    }
  }
  const own = parentOf(manifestFile);
  const taken = new Map<string, string>();
  for (const [entry, executable] of filesListed(manifest)) {
    const key = entry.normalize("NFC").split(/[/\\]/).filter((part) => part !== "" && part !== ".")
      .join("/").toLowerCase();
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
  found.done();
  return {
    manifest,
    manifestFile,
    files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
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

async function checkedEntry(
  base: string,
  entry: string,
  place: string,
  found: Problems,
): Promise<string | undefined> {
  const path = absolutePath(entry, base);
  const inside = relativeInside(base, path);
  const info = inside === undefined ? undefined : await lstatIfPresent(path);
  const linked = inside === undefined ? undefined : await firstLink(base, inside);
  if (inside === undefined) found.add(place, `'${entry}' lies outside of ${base}`);
  else if (linked !== undefined) {
    found.add(place, `'${entry}': ${linked} is a symbolic link; publish the file itself`);
  } else if (info === undefined) found.add(place, `'${entry}' does not exist in ${base}`);
  else if (!info.isFile) found.add(place, `'${entry}' is not a regular file`);
  else return path;
  return undefined;
}

/** The 1-based line of the manifest that lists `entry`; 1 when it is written in another way. */
function entryLine(text: string, entry: string): number {
  const lines = text.split("\n");
  const item = lines.findIndex((line) => /^\s*-/.test(line) && line.includes(entry));
  return (item >= 0 ? item : Math.max(lines.findIndex((line) => line.includes(entry)), 0)) + 1;
}
