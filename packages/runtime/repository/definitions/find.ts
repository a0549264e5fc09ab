import { SvcError } from "@svc/core/error";
import { normalizeType } from "@svc/core/type";
import type { Repository } from "../repository.ts";
import type { DefinitionEntry, FoundDefinition } from "./definition.ts";
import { definitionEntries, type Entries, shownPath } from "./entries.ts";
import { LARGEST, textOf } from "./files.ts";
import { rememberDefinition, rememberedDefinition } from "./remembered.ts";

/**
 * The behavior with this name or id, whatever its file is called.
 *
 * @throws SvcError `definition_not_found` naming the nearest there are; `validation_failed` when its
 *   file is broken; `conflict` naming both files when two have its name or its id.
 */
export async function findDefinition(
  repository: Repository,
  nameOrId: string,
): Promise<FoundDefinition> {
  const found = await tryFindDefinition(repository, nameOrId);
  if (found) return found;
  throw await notFound(repository, nameOrId);
}

/** As `findDefinition`, undefined when there is none. */
export async function tryFindDefinition(
  repository: Repository,
  nameOrId: string,
): Promise<FoundDefinition | undefined> {
  for (const thorough of [false, true]) {
    const all = await definitionEntries(repository, { thorough });
    const entry = entryFor(repository, all, nameOrId);
    if (entry === undefined) {
      assertNotBroken(repository, all, nameOrId);
      return undefined;
    }
    const found = await load(repository, entry);
    // What was told from its lines may be something else to a YAML parser.
    if (found && found.definition.name === entry.name && found.definition.id === entry.id) {
      return found;
    }
  }
  return undefined;
}

/** Every behavior of the repository, sorted by name; broken files are skipped, and so are second ones of an id. */
export async function allDefinitions(repository: Repository): Promise<FoundDefinition[]> {
  const found = new Map<string, FoundDefinition>();
  const { entries } = await definitionEntries(repository);
  for (const entry of entries) {
    try {
      const one = await load(repository, entry);
      // What was told from its lines may be something else to a YAML parser.
      if (one !== undefined && !isAs(repository, one, entry)) continue;
      const key = one?.definition.id.toLowerCase();
      if (one && key !== undefined && !found.has(key)) found.set(key, one);
    } catch (error) {
      if (!(error instanceof SvcError)) throw error;
    }
  }
  return [...found.values()].sort((a, b) => (a.definition.name < b.definition.name ? -1 : 1));
}

/** Names in which no shell finds anything to expand or to split at. */
const COMPLETED = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/** The names of the repository's behaviors, sorted; those that a shell can complete. */
export async function definitionNames(repository: Repository): Promise<string[]> {
  const { entries } = await definitionEntries(repository);
  return [...new Set(entries.map(({ name }) => name))]
    .filter((name) => COMPLETED.test(name)).sort();
}

function entryFor(
  repository: Repository,
  { entries }: Entries,
  nameOrId: string,
): DefinitionEntry | undefined {
  const named = entries.filter(({ name, id }) => name === nameOrId || id === nameOrId);
  const [entry] = named;
  if (entry === undefined) return undefined;
  // Ids name folders, which are the same in upper and lower case on some disks.
  const id = entry.id.toLowerCase();
  const other = named[1] ??
    entries.find((one) => one.path !== entry.path && one.id.toLowerCase() === id);
  if (other === undefined) return entry;
  const what = other.id.toLowerCase() === id ? `the id ${entry.id}` : `the name '${nameOrId}'`;
  throw new SvcError(
    "conflict",
    `Two files have ${what}: ${shownPath(repository, entry.path)} and ${
      shownPath(repository, other.path)
    }`,
    {
      hint: "Delete one of them, or give it a name and an id of its own" +
        " ('uuidgen' creates one; the data belongs to the id).",
    },
  );
}

/** Refuses when a broken file is called like the behavior that is wanted. */
function assertNotBroken(repository: Repository, { broken }: Entries, nameOrId: string): void {
  const file = broken.find(({ path }) =>
    path.slice(path.lastIndexOf("/") + 1).replace(/\.ya?ml$/, "") === nameOrId
  );
  if (file === undefined) return;
  throw new SvcError(
    "validation_failed",
    `${shownPath(repository, file.path)} is not a behavior: ${file.problem}`,
    { hint: "Fix the file, or restore it from git." },
  );
}

/** Whether who may not see all may see this; who may see all does whatever the file turns out to be. */
function isAs(
  { mayRead }: Repository,
  { definition }: FoundDefinition,
  { name, id }: DefinitionEntry,
): boolean {
  return mayRead === undefined || definition.name === name && definition.id === id;
}

async function load(
  repository: Repository,
  { path, automatic, id }: DefinitionEntry,
): Promise<FoundDefinition | undefined> {
  const text = textOf(path);
  if (text === undefined) return undefined;
  const known = await rememberedDefinition(repository, id, text);
  if (known) return { definition: known, type: normalizeType(known.type), path, automatic };
  const { readDefinition } = await import("./read.ts");
  const definition = await readDefinition(text, shownPath(repository, path));
  if (text.length < LARGEST) await rememberDefinition(repository, { text, definition });
  return { definition, type: normalizeType(definition.type), path, automatic };
}

async function notFound(repository: Repository, nameOrId: string): Promise<SvcError> {
  const { entries, broken } = await definitionEntries(repository);
  const { didYouMean } = await import("@svc/core/text");
  const unread = broken.slice(0, 3).map(({ path, problem }) =>
    `\n  ${shownPath(repository, path)}: ${problem}`
  );
  const near = didYouMean(nameOrId, entries.map(({ name }) => name));
  return new SvcError(
    "definition_not_found",
    `Behavior not found: ${nameOrId}${
      unread.length === 0 ? "" : `\nThese files could not be read:${unread.join("")}`
    }`,
    {
      hint: near ??
        (nameOrId.includes("/")
          ? `To run a method of a type, give a name at the end: svc behavior run ${nameOrId} <method> <name>`
          : "'svc behavior search' lists the behaviors of this repository; 'svc behavior " +
            "create <type> <name>' creates one."),
    },
  );
}
