import { absolutePath, relativeInside } from "../../base/files/path.ts";
import { lstatIfPresent } from "../../base/files/read.ts";
import { TYPES_FILE, TYPES_NAME } from "./types_module.ts";
import { dynamicImportLines } from "./dynamic_import.ts";
import { type ImportSite, type LocalModule, moduleGraph } from "./graph.ts";
import type { Problems } from "./problems.ts";
import { relativeName, type Renamed } from "./rewrite.ts";

const NATIVE = "is a native add-on, which svc does not load, as it would run outside the sandbox";

/** A local module that is published. */
interface ClosedModule {
  /** Absolute path. */
  path: string;
  /** Path in the archive, relative to `extension/`. */
  key: string;
  /** What it imports under other names in the archive. */
  names: Renamed[];
}

/** Where modules are looked for and what becomes of them. */
interface ClosureOptions {
  /** The path in the archive of a local module; undefined for one outside of the extension. */
  keyOf(path: string): string | undefined;
  /** Absolute paths of the folders that local modules may be in. */
  folders: readonly string[];
  /** Content of the import map for bare names. */
  importMap?: string | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * The files that `entries` need: themselves and every local module they import. What may not be
 * published is added to `problems` with its `file:line`.
 *
 * @param base absolute folder the entries are in
 * @param entries absolute paths
 * @returns sorted by path
 */
export async function importClosure(
  base: string,
  entries: readonly string[],
  problems: Problems,
  options: ClosureOptions,
): Promise<ClosedModule[]> {
  const { keyOf } = options;
  const modules = await moduleGraph(entries, options);
  const closed: ClosedModule[] = [];
  const broken = new Map(modules.flatMap((m) => m.error === undefined ? [] : [[m.path, m.error]]));
  for (const module of modules) {
    const key = keyOf(module.path);
    if (key === undefined) continue;
    const shown = relativeInside(base, module.path) ?? key;
    // The client may be installed behind a link.
    const linked = module.path === TYPES_FILE
      ? undefined
      : await firstLink("/", module.path.slice(1), base);
    if (linked !== undefined) {
      problems.add(shown, `${linked} is a symbolic link; publish the file itself`);
      continue;
    }
    if (module.error !== undefined) {
      if (!UNMARKED.test(module.error) && await lstatIfPresent(module.path)) {
        const line = /^ *at \S+:(\d+):\d+$/m.exec(module.error)?.[1];
        const what = shown.endsWith(".node") ? NATIVE : module.error.split("\n")[0]!;
        problems.add(line === undefined ? shown : `${shown}:${line}`, what);
      }
      continue;
    }
    checkImports(shown, module, keyOf, broken, problems);
    if (/\.[cm]?[jt]sx?$/.test(shown)) await checkDynamic(shown, module, problems);
    closed.push({ path: module.path, key, names: namesIn(key, module, keyOf) });
  }
  return closed.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** What a module has to name otherwise in the archive than where it stands. */
function namesIn(
  key: string,
  module: LocalModule,
  keyOf: ClosureOptions["keyOf"],
): Renamed[] {
  return module.imports.flatMap(({ specifier, local, target }): Renamed[] => {
    if (local !== undefined) {
      const to = keyOf(local);
      const same = isRelative(specifier) && absolutePath(`/${key}/../${specifier}`) === `/${to}`;
      return to === undefined || same ? [] : [{ specifier, to: relativeName(key, to) }];
    }
    return target === undefined || !isBare(specifier) ? [] : [{ specifier, to: target }];
  });
}

function checkImports(
  file: string,
  module: LocalModule,
  keyOf: ClosureOptions["keyOf"],
  broken: ReadonlyMap<string, string>,
  problems: Problems,
): void {
  for (const site of module.imports) {
    const place = `${file}:${site.line}`;
    const problem = specifierProblem(site);
    if (problem !== undefined) {
      problems.add(place, problem);
    } else if (site.local !== undefined && keyOf(site.local) === undefined) {
      problems.add(place, `imports ${site.specifier}, which is outside of the extension`);
    } else if (site.local !== undefined && broken.get(site.local)?.startsWith("Module not found")) {
      problems.add(
        place,
        `imports ${site.specifier}, which does not exist (write the file extension)`,
      );
    } else if (site.local !== undefined && UNMARKED.test(broken.get(site.local) ?? "")) {
      problems.add(place, `imports ${site.specifier} without: with { type: "json" }`);
    }
  }
}

/** What Deno says of JSON that an import does not name as such. */
const UNMARKED = /but identified a Json module/;

/** Why a specifier may not stand in an extension, in words. */
function specifierProblem(site: ImportSite): string | undefined {
  const { specifier } = site;
  if (site.dynamic) return `import(${JSON.stringify(specifier)}) is dynamic; import it at the top`;
  if (specifier.startsWith(`${TYPES_NAME}/`)) {
    return `imports ${JSON.stringify(specifier)}, which is for tests; tests are not published`;
  }
  if (isRelative(specifier) || isPublishable(specifier)) return undefined;
  if (/^(http|file|data|blob):/.test(specifier) || specifier.startsWith("/")) {
    return `imports ${
      JSON.stringify(specifier)
    }; only relative, npm:, jsr:, node: and https: imports can be published`;
  }
  if (site.local !== undefined || isPublishable(site.target ?? "")) return undefined;
  return `imports ${JSON.stringify(specifier)} by a bare name that no deno.json or package.json ` +
    `of the extension maps; write npm:${specifier}@<version>`;
}

function isRelative(specifier: string): boolean {
  return /^\.{1,2}\//.test(specifier);
}

function isPublishable(specifier: string): boolean {
  return /^(npm|jsr|node|https):/.test(specifier);
}

function isBare(specifier: string): boolean {
  return !isRelative(specifier) && !isPublishable(specifier);
}

async function checkDynamic(file: string, module: LocalModule, problems: Problems): Promise<void> {
  for (const line of dynamicImportLines(await Deno.readTextFile(module.path))) {
    problems.add(`${file}:${line}`, "import(...) is dynamic; import the module at the top");
  }
}

/**
 * The first part of `inside` that is a symbolic link, or undefined. Parts that also lead to `known`
 * are not looked at.
 */
export async function firstLink(
  base: string,
  inside: string,
  known?: string,
): Promise<string | undefined> {
  let path = base === "/" ? "" : base;
  for (const part of inside.split("/")) {
    path += `/${part}`;
    if (known === path || known?.startsWith(`${path}/`)) continue;
    if ((await lstatIfPresent(path))?.isSymlink) {
      return relativeInside(known ?? base, path) ?? relativeInside(base, path);
    }
  }
  return undefined;
}
