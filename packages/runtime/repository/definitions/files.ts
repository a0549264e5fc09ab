import { entriesNow, isAbsent } from "../../base/files/read.ts";
import { infoOf } from "../../base/files/stamp.ts";
import { ownPath } from "../links.ts";
import type { Repository } from "../repository.ts";

/** Where definitions stand: those people keep, and those a direct run made. */
const FOLDERS = [
  { folder: "behaviors", automatic: false },
  { folder: ".svc/auto-definitions", automatic: true },
] as const;

/** Folders in folders; a deeper tree was not made by a person. */
const DEEPEST = 20;

/** Bytes of a definition file. Larger contents belong in a file of their own. */
export const LARGEST = 256 * 1024;

/** A file that may hold a behavior. */
export interface DefinitionFile {
  /** Absolute. */
  path: string;
  /** True when a direct run made it. */
  automatic: boolean;
  bytes: number;
}

/**
 * Every `.yaml` and `.yml` file below the folders of behaviors, sorted by path, whatever its name.
 * Hidden files and symbolic links are left out: a link that came with a repository may lead anywhere.
 *
 * @throws SvcError `conflict` where a symbolic link is in the place of one of these folders.
 */
export function definitionFiles(repository: Repository): DefinitionFile[] {
  return FOLDERS.flatMap(({ folder, automatic }) =>
    yamlFilesBelow(repository, folder).map((file) => ({ ...file, automatic }))
  );
}

/**
 * Every `.yaml` and `.yml` file below a folder of the repository, sorted by path; as
 * {@linkcode definitionFiles}.
 */
export function yamlFilesBelow(
  repository: Repository,
  folder: string,
): Omit<DefinitionFile, "automatic">[] {
  return [...filesBelow(ownPath(repository.root, folder), 0)]
    .sort((a, b) => a.path < b.path ? -1 : 1);
}

// Not asynchronous: with some thousand files that takes a tenth of the time.
function* filesBelow(folder: string, depth: number): Generator<{ path: string; bytes: number }> {
  for (const entry of entriesNow(folder)) {
    if (entry.name.startsWith(".")) continue;
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory && depth < DEEPEST) yield* filesBelow(path, depth + 1);
    if (!entry.isFile || !/\.ya?ml$/.test(entry.name)) continue;
    const info = infoOf(path);
    if (info?.isFile) yield { path, bytes: info.size };
  }
}

/** The text of a definition file, or undefined when it has just been removed. */
export function textOf(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}
