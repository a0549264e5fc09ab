import type { NpmPackage } from "./npm.ts";

/**
 * The package that is installed under a `node_modules` folder, as a registry would know it: its real
 * name, version and license. Undefined when it is not installed.
 */
export async function installedPackage(
  folder: string,
  name: string,
): Promise<NpmPackage | undefined> {
  if (!/^(?:@[a-z0-9._-]+\/)?[a-z0-9][a-z0-9._-]*$/i.test(name)) return undefined;
  try {
    const file = `${folder}/${name}/package.json`;
    const { version, license } = JSON.parse(await Deno.readTextFile(file));
    const publishedAt = new Date().toISOString();
    return { name, versions: { [version]: { license, publishedAt } } };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
