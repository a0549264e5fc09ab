import type { ModulePlace } from "./sibling.ts";

/**
 * Loads a module of our own only now. Deno resolves and reads what a literal import() names before the
 * first line runs. The build of the client puts `bin/build/lazily.ts` in the place of this file.
 *
 * @param path relative to the module whose `import.meta` is given
 */
export async function lazily<Module>({ url }: ModulePlace, path: string): Promise<Module> {
  return await import(new URL(path, url).href) as Module;
}
