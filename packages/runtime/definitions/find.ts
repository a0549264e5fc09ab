import { SvcError } from "@svc/core/error";
import { DEFINITION_NAME } from "@svc/core/name";
import { normalizeType } from "@svc/core/type";
import { listFilesBelow, readTextIfPresent } from "../files/read.ts";
import type { Repository } from "../repository/repository.ts";
import type { Definition, FoundDefinition } from "./definition.ts";
import { readDefinition } from "./read.ts";

/** Where definitions stand: those people keep, and those a direct run made. */
const FOLDERS = [
  { folder: "behaviors", automatic: false },
  { folder: ".svc/auto-definitions", automatic: true },
] as const;

interface Cached {
  path: string;
  text: string;
  automatic: boolean;
  definition: Definition;
}

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
  const cached = await fromCache(repository, nameOrId);
  if (cached) return cached;
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
    const root = `${repository.root}/${folder}`;
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
  await remember(repository, { path, text, automatic, definition });
  return { definition, type: normalizeType(definition.type), path, automatic };
}

/**
 * Parsing YAML costs more than the rest of a run's preparation, so the parsed form is kept beside the
 * text it was made from, and used as long as the file still has that text.
 */
async function fromCache(
  repository: Repository,
  name: string,
): Promise<FoundDefinition | undefined> {
  const file = cacheFile(repository, name);
  const text = file === undefined ? undefined : await readTextIfPresent(file);
  if (text === undefined) return undefined;
  let cached: Cached;
  try {
    cached = JSON.parse(text) as Cached;
  } catch {
    return undefined;
  }
  if (cached.definition.name !== name) return undefined;
  if (!cached.path.startsWith(`${repository.root}/`)) return undefined;
  if (await readTextIfPresent(cached.path) !== cached.text) return undefined;
  const { definition, path, automatic } = cached;
  return { definition, type: normalizeType(definition.type), path, automatic };
}

async function remember(repository: Repository, cached: Cached): Promise<void> {
  const file = cacheFile(repository, cached.definition.name);
  if (file === undefined) return;
  const aside = `${file}.${crypto.randomUUID().slice(0, 8)}.tmp`;
  try {
    await Deno.mkdir(`${repository.state}/definitions`, { recursive: true });
    await Deno.writeTextFile(aside, JSON.stringify(cached));
    await Deno.rename(aside, file);
  } catch {
    // A repository that cannot be written to still answers, only slower.
  }
}

function cacheFile(repository: Repository, name: string): string | undefined {
  return /^[a-z0-9][a-z0-9_-]{0,63}$/.test(name)
    ? `${repository.state}/definitions/${name}.json`
    : undefined;
}
