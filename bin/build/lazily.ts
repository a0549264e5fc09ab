import type { ModulePlace } from "@svc/core/module";

// Stands in the built client for packages/core/module/lazily.ts. All modules of the build are in one
// folder, each entry under a name made of its place among the sources; see entries.ts.

/** What the names of the files begin with that a command run often has of its own. */
const PREFIX = "";

/** Loads a module of the build by its place among the sources. */
export async function lazily<Module>({ url }: ModulePlace, path: string): Promise<Module> {
  const place = new URL(path, url).href.slice(new URL("../packages/", import.meta.url).href.length);
  const name = place.slice(0, -".ts".length).replaceAll("/", ".");
  return await import(new URL(`${PREFIX}${name}.js`, import.meta.url).href) as Module;
}
