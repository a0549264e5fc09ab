import { entryName, resolved } from "./entries.ts";

/** Calls that ask where their module lies. */
const ASKS = /\b(sibling(?:Path|Url)|lazily)((?:<[^;]*?>)?)\(\s*import\.meta\b(?!\.)/g;

/** Asks where a module of the build lies. */
const STARTED = /\b(sibling(?:Path|Url))\(\s*import\.meta,\s*"([^"]+\.ts)"/g;

/**
 * The text of a source for the build: where it asks for its place, it is told its place among the
 * sources, as bundling moves code to other files. Modules that are started are in the build.
 *
 * @param path of the source below `packages`
 * @param started modules that are started from the build
 */
export function withLocation(text: string, path: string, started: ReadonlySet<string>): string {
  // Nobody imports what is started, and the bundler takes no module but an entry for the main one.
  const known = started.has(path) ? text.replaceAll("import.meta.main", "true") : text;
  const place = `{ url: new URL(${JSON.stringify(`../packages/${path}`)}, import.meta.url).href }`;
  return known
    .replace(STARTED, (whole, name, sibling) => {
      const module = resolved(sibling, path);
      return started.has(module)
        ? `${name}({ url: import.meta.url }, "./${entryName(module)}.js"`
        : whole;
    })
    .replace(ASKS, (_whole, name, types) => `${name}${types}(${place}`);
}
