import { SvcError } from "@svc/core/error";
import { DEFINITION_NAME } from "@svc/core/name";
import { normalizeType } from "@svc/core/type";
import { listFilesBelow } from "../files/read.ts";
import { ownPath } from "../repository/links.ts";
import type { Repository } from "../repository/repository.ts";
import type { FoundDefinition } from "./definition.ts";
import { readDefinition } from "./read.ts";
import { rememberDefinition, rememberedDefinition } from "./remembered.ts";

/** Where definitions stand: those people keep, and those a direct run made. */
const FOLDERS = [
  { folder: "behaviors", automatic: false },
  { folder: ".svc/auto-definitions", automatic: true },
] as const;

/**
 * The behavior with this name or id.
 *
 * @throws SvcError `definition_not_found`; `validation_failed` when its file is broken.
 */
export async function findDefinition(
  repository: Repository,
  nameOrId: string,
): Promise<FoundDefinition> {
  const found = await tryFindDefinition(repository, nameOrId);
  if (found) return found;
  throw new SvcError("definition_not_found", `Behavior not found: ${nameOrId}`, {
    hint: nameOrId.includes("/")
      ? `To run a method of a type, give a name at the end: svc behavior run ${nameOrId} <method> <name>`
      : "'svc behavior search' lists the behaviors of this repository; 'svc behavior create <type> <name>' makes one.",
  });
}

/** As `findDefinition`, undefined when there is none. */
export async function tryFindDefinition(
  repository: Repository,
  nameOrId: string,
): Promise<FoundDefinition | undefined> {
  const known = await rememberedDefinition(repository, nameOrId);
  if (known) return known;
  for (const file of await definitionFiles(repository)) {
    const base = file.path.slice(file.path.lastIndexOf("/") + 1, -".yaml".length);
    const isId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(nameOrId);
    if (!isId && base !== nameOrId.slice(nameOrId.lastIndexOf("/") + 1)) continue;
    const found = await load(repository, file.path, file.automatic);
    if (found.definition.name === nameOrId || found.definition.id === nameOrId) return found;
  }
  return undefined;
}

/** Every behavior of the repository, sorted by name; broken files are skipped. */
export async function allDefinitions(repository: Repository): Promise<FoundDefinition[]> {
  const found: FoundDefinition[] = [];
  for (const file of await definitionFiles(repository)) {
    try {
      found.push(await load(repository, file.path, file.automatic));
    } catch (error) {
      if (!(error instanceof SvcError)) throw error;
    }
  }
  return found.sort((a, b) => (a.definition.name < b.definition.name ? -1 : 1));
}

/**
 * The names of the repository's behaviors, sorted, as their files are named. No file is read, so that
 * a shell can ask at every key.
 */
export async function definitionNames(repository: Repository): Promise<string[]> {
  const names = (await definitionFiles(repository)).map(({ path }) =>
    path.slice(path.lastIndexOf("/") + 1, -".yaml".length)
  );
  return [...new Set(names)].filter((name) => DEFINITION_NAME.test(name)).sort();
}

async function definitionFiles(
  repository: Repository,
): Promise<{ path: string; automatic: boolean }[]> {
  const files = [];
  for (const { folder, automatic } of FOLDERS) {
    const root = ownPath(repository.root, folder);
    for (const file of await listFilesBelow(root)) {
      if (file.endsWith(".yaml")) files.push({ path: `${root}/${file}`, automatic });
    }
  }
  return files;
}

async function load(
  repository: Repository,
  path: string,
  automatic: boolean,
): Promise<FoundDefinition> {
  const text = await Deno.readTextFile(path);
  const definition = await readDefinition(text, path.slice(repository.root.length + 1));
  await rememberDefinition(repository, { path, text, automatic, definition });
  return { definition, type: normalizeType(definition.type), path, automatic };
}
