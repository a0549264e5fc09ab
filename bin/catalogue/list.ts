import { parseManifest } from "@svc/core/manifest";
import { type Deprecation, readDeprecation } from "./deprecation.ts";

/** An extension of the catalogue. */
export interface Entry {
  /** `@svc/<name>`. */
  name: string;
  version: string;
  /** Absolute folder of its manifest. */
  folder: string;
  /** Names of the extensions it depends on, without versions. */
  dependencies: string[];
  /** Why it is to be used no longer, once it is published; null for most. */
  deprecation: Deprecation | null;
}

/**
 * The extensions below a folder, each after those it depends on and the one that succeeds it, else by
 * name.
 *
 * @param folder absolute; every folder in it that has a manifest is an extension
 * @throws Error when two wait for each other, or for a file that is not a deprecation; SvcError
 *   `manifest_invalid`.
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
    deprecation: await readDeprecation(folder),
  };
}

function inOrder(entries: readonly Entry[]): Entry[] {
  const ordered: Entry[] = [];
  let left = entries;
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const ready = left.filter((entry) => !comesAfter(entry).some((one) => waiting.has(one)));
    if (ready.length === 0) {
      throw new Error(`these extensions depend on each other: ${[...waiting].join(", ")}`);
    }
    ordered.push(...ready);
    left = left.filter((entry) => !ready.includes(entry));
  }
  return ordered;
}

/** The successor is published first: a deprecation names nothing that nobody can pull. */
function comesAfter({ dependencies, deprecation }: Entry): readonly string[] {
  return deprecation === null ? dependencies : [...dependencies, deprecation.supersededBy];
}
