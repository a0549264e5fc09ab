import { parseManifest } from "@svc/core/manifest";

/** An extension of the catalogue. */
export interface Entry {
  /** `@svc/<name>`. */
  name: string;
  version: string;
  /** Absolute folder of its manifest. */
  folder: string;
  /** Names of the extensions it depends on, without versions. */
  dependencies: string[];
}

/**
 * The extensions below a folder, each after those it depends on, else by name.
 *
 * @param folder absolute; every folder in it that has a manifest is an extension
 * @throws Error when two depend on each other; SvcError `manifest_invalid`.
 */
export async function listCatalogue(folder: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (!isDirectory) continue;
    const entry = await entryOf(`${folder}/${name}`);
    if (entry) entries.push(entry);
  }
  return inOrder(entries.sort((a, b) => (a.name < b.name ? -1 : 1)));
}

async function entryOf(folder: string): Promise<Entry | undefined> {
  let text: string;
  try {
    text = await Deno.readTextFile(`${folder}/manifest.yaml`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  const { name, version, dependencies } = parseManifest(text, `${folder}/manifest.yaml`);
  return {
    name,
    version,
    folder,
    dependencies: dependencies.map((dependency) => dependency.replace(/(?<=.)@.*$/, "")),
  };
}

function inOrder(entries: readonly Entry[]): Entry[] {
  const ordered: Entry[] = [];
  let left = entries;
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const ready = left.filter(({ dependencies }) => !dependencies.some((one) => waiting.has(one)));
    if (ready.length === 0) {
      throw new Error(`these extensions depend on each other: ${[...waiting].join(", ")}`);
    }
    ordered.push(...ready);
    left = left.filter((entry) => !ready.includes(entry));
  }
  return ordered;
}
