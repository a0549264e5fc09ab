import { relativeInside } from "../files/path.ts";
import { lstatIfPresent } from "../files/read.ts";
import { dynamicImportLines } from "./dynamic_import.ts";
import { type ImportSite, type LocalModule, moduleGraph } from "./graph.ts";
import type { Problems } from "./problems.ts";

/**
 * The files under `base` that `entries` need: themselves and every local module they import.
 * What may not be published is added to `problems` with its `file:line`.
 *
 * @param base absolute folder the archive paths are relative to
 * @param entries absolute paths inside `base`
 * @returns absolute paths, sorted
 */
export async function importClosure(
  base: string,
  entries: readonly string[],
  problems: Problems,
  signal?: AbortSignal,
): Promise<string[]> {
  const modules = await moduleGraph(entries, signal);
  const files = new Set<string>();
  const broken = new Map(modules.flatMap((m) => m.error === undefined ? [] : [[m.path, m.error]]));
  for (const module of modules) {
    const inside = relativeInside(base, module.path);
    if (inside === undefined) continue;
    if (module.error !== undefined) {
      if (await lstatIfPresent(module.path)) problems.add(inside, firstLine(module.error));
      continue;
    }
    const linked = await firstLink(base, inside);
    if (linked !== undefined) {
      problems.add(inside, `${linked} is a symbolic link; publish the file itself`);
      continue;
    }
    files.add(module.path);
    checkImports(base, inside, module, broken, problems);
    if (/\.[cm]?[jt]sx?$/.test(inside)) await checkDynamic(inside, module, problems);
  }
  return [...files].sort();
}

function checkImports(
  base: string,
  file: string,
  module: LocalModule,
  broken: ReadonlyMap<string, string>,
  problems: Problems,
): void {
  for (const site of module.imports) {
    const place = `${file}:${site.line}`;
    const problem = specifierProblem(site);
    if (problem !== undefined) {
      problems.add(place, problem);
    } else if (site.local !== undefined && relativeInside(base, site.local) === undefined) {
      problems.add(place, `imports ${site.specifier}, which lies outside of the extension`);
    } else if (site.local !== undefined && broken.get(site.local)?.startsWith("Module not found")) {
      problems.add(
        place,
        `imports ${site.specifier}, which does not exist (write the file's ending)`,
      );
    }
  }
}

/** Why a specifier may not stand in an extension, in words. */
function specifierProblem(site: ImportSite): string | undefined {
  const { specifier } = site;
  if (site.dynamic) return `import(${JSON.stringify(specifier)}) is dynamic; import it at the top`;
  if (/^\.{1,2}\//.test(specifier) || /^(npm|jsr|node|https):/.test(specifier)) return undefined;
  if (/^(http|file|data|blob):/.test(specifier) || specifier.startsWith("/")) {
    return `imports ${
      JSON.stringify(specifier)
    }; only relative, npm:, jsr:, node: and https: imports can be published`;
  }
  return `imports ${JSON.stringify(specifier)} by a bare name; write npm:${specifier}@<version>`;
}

async function checkDynamic(file: string, module: LocalModule, problems: Problems): Promise<void> {
  for (const line of dynamicImportLines(await Deno.readTextFile(module.path))) {
    problems.add(`${file}:${line}`, "import(...) is dynamic; import the module at the top");
  }
}

/** The first part of `inside` that is a symbolic link, or undefined. */
export async function firstLink(base: string, inside: string): Promise<string | undefined> {
  let path = base;
  for (const part of inside.split("/")) {
    path += `/${part}`;
    if ((await lstatIfPresent(path))?.isSymlink) return relativeInside(base, path);
  }
  return undefined;
}

function firstLine(text: string): string {
  return text.split("\n")[0]!;
}
