import { SvcError } from "@svc/core/error";
import { absolutePath, relativeInside } from "../files/path.ts";
import { moduleGraph } from "../sources/graph.ts";

const HINT =
  "What lies outside of the extension was never published nor reviewed, and may be anybody's secret. " +
  "Import the extension's own files, npm:, jsr:, node: or https: modules.";

/**
 * Refuses sources that import a local file from outside of the extension: the bundler reads whatever
 * it is pointed to, with all rights of the person who pulls.
 *
 * @param folder absolute; its `extension/` holds the published files
 * @param roots absolute paths inside `folder`
 * @throws SvcError `bundle_failed` with the place of the import
 */
export async function assertContained(
  folder: string,
  roots: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const published = `${folder}/extension`;
  const modules = await moduleGraph(roots, signal);
  for (const { path } of modules) {
    if (roots.includes(path) || relativeInside(published, path) !== undefined) continue;
    const sites = modules.flatMap((module) =>
      module.imports.filter((site) => site.local === path)
        .map((site) => `${relativeInside(published, module.path) ?? module.path}:${site.line}`)
    );
    throw outside(sites[0] ?? path, "imports a file");
  }
}

/**
 * Refuses a bundle that took in a file from outside of the extension and the package cache. Packages
 * are resolved by the bundler alone, so only its own source map tells what they pulled in.
 *
 * @param folder absolute; the throw-away folder of the bundling
 * @param sources of the source map, relative to `out`
 */
export async function assertSourcesContained(
  folder: string,
  out: string,
  sources: readonly string[],
): Promise<void> {
  const cache = await packageCache();
  for (const source of sources) {
    if (/^[a-z][a-z0-9+.-]+:/i.test(source) && !source.startsWith("file:")) continue;
    const path = source.startsWith("file://")
      ? decodeURIComponent(new URL(source).pathname)
      : absolutePath(source, out);
    const inside = [folder, ...cache].some((root) => relativeInside(root, path) !== undefined);
    if (!inside) throw outside(path, "is taken in, a file");
  }
}

/**
 * Refuses a bundle that still imports anything but built-in modules. Deno loads what an import names
 * literally without asking for a permission, so such an import would read any file of the machine.
 *
 * @param outputs absolute paths of the bundles
 */
export async function assertClosed(
  outputs: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  for (const module of await moduleGraph(outputs, signal)) {
    for (const { specifier, local } of module.imports) {
      if (local === undefined && !/^(data|blob|file|https?):/i.test(specifier)) continue;
      throw outside(JSON.stringify(specifier.slice(0, 100)), "is imported when a method runs,");
    }
    if (!outputs.includes(module.path)) throw outside(module.path, "is imported,");
  }
}

function outside(place: string, what: string): SvcError {
  return new SvcError(
    "bundle_failed",
    `The extension cannot be bundled: ${place} ${what} outside of the extension`,
    { details: [{ path: place, message: "lies outside of the extension" }], hint: HINT },
  );
}

/** Where Deno keeps packages and remote modules. */
async function packageCache(): Promise<string[]> {
  const { HOME: home = "", DENO_DIR: named, XDG_CACHE_HOME: xdg } = Deno.env.toObject();
  const roots = named
    ? [named]
    : [`${xdg || `${home}/.cache`}/deno`, `${home}/Library/Caches/deno`];
  const found: string[] = [];
  for (const root of roots) {
    for (const part of ["npm", "remote"]) {
      const path = absolutePath(`${root}/${part}`);
      found.push(path, await Deno.realPath(path).catch(() => path));
    }
  }
  return found;
}
