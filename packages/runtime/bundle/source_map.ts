import { absolutePath, relativeInside } from "../files/path.ts";

/**
 * A bundle's source map with the names that help: `models/x.ts`, `npm:zod/4.6.7/index.js`. A package
 * may name any file of the machine as its own map, and the bundler mixes that into this one without
 * asking for a permission. So only the places are kept, and the sources that are the extension's or a
 * package's: a content, a name of code or another source could come from elsewhere.
 *
 * @param map as the bundler writes it, its sources relative to `folder`'s `out/`
 * @param folder absolute; its `extension/` holds the published files
 */
export function plainMap(map: string, folder: string): string {
  const { version, mappings, sources } = JSON.parse(map) as SourceMap;
  const named = sources.map((source) => sourceName(source, folder));
  return JSON.stringify({ version, sources: named, names: [], mappings });
}

/**
 * The absolute paths that a map names as sources outside of `folder`. The packages' own maps are mixed into it, so most of them are of no file of this machine.
 *
 * @param map as for {@link plainMap}
 */
export function foreignSources(map: string, folder: string): string[] {
  const { sources } = JSON.parse(map) as SourceMap;
  return sources.flatMap((source) => [source, decoded(source)])
    .map((source) => absolutePath(source.replace(/^file:\/\//, ""), `${folder}/out`))
    .filter((path) => relativeInside(folder, path) === undefined);
}

function decoded(source: string): string {
  try {
    return decodeURIComponent(source);
  } catch {
    return source;
  }
}

interface SourceMap {
  version: number;
  mappings: string;
  sources: string[];
}

function sourceName(source: string, folder: string): string {
  const path = absolutePath(source, `${folder}/out`);
  const own = relativeInside(`${folder}/extension`, path);
  if (own !== undefined) return own;
  const packaged = /\/svc\/packages\/[^/]+\/npm\/[^/]+\/(.+)$/.exec(path)?.[1];
  return packaged === undefined ? "elsewhere" : `npm:${packaged}`;
}
