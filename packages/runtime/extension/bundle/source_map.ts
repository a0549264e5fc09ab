import { absolutePath, relativeInside } from "../../base/files/path.ts";

/**
 * A bundle's source map with the names that help: `models/x.ts`, `npm:zod/4.6.7/index.js`. A package's
 * file may hold a map of its own, which the bundler mixes into this one and which says what it likes.
 * So only the places are kept, and the sources that are the extension's or a package's.
 *
 * @param map as the bundler writes it, its sources relative to `folder`'s `out/`
 * @param folder absolute; its `extension/` holds the published files
 */
export function plainMap(map: string, folder: string): string {
  const { version, mappings, sources } = JSON.parse(map) as SourceMap;
  const named = sources.map((source) => sourceName(source, folder));
  return JSON.stringify({ version, sources: named, names: [], mappings });
}

interface SourceMap {
  version: number;
  mappings: string;
  sources: string[];
}

/** The name of what is neither the extension's nor a package's. */
export const ELSEWHERE = "elsewhere";

/**
 * The name by which a file is told: `models/x.ts`, `npm:zod/4.6.7/index.js`.
 *
 * @param source absolute, or relative to `folder`'s `out/`
 * @param folder as for {@link plainMap}
 */
export function sourceName(source: string, folder: string): string {
  const path = absolutePath(source, `${folder}/out`);
  const own = relativeInside(`${folder}/extension`, path);
  if (own !== undefined) return own;
  const packaged = /\/svc\/packages\/[^/]+\/npm\/[^/]+\/(.+)$/.exec(path)?.[1];
  return packaged === undefined ? ELSEWHERE : `npm:${packaged}`;
}
