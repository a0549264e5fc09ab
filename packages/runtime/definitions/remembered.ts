import { normalizeType } from "@svc/core/type";
import { personalFolder } from "../consent/folder.ts";
import { writePrivate } from "../files/private.ts";
import { readTextIfPresent } from "../files/read.ts";
import type { Repository } from "../repository/repository.ts";
import type { Definition, FoundDefinition } from "./definition.ts";

// <config>/repositories/<copy of a repository>/definitions/<name>.json
//
// Parsing YAML costs more than the rest of a run's preparation, so the parsed form is kept beside the
// text it was made from, and used as long as the file still has that text. It is kept with the person:
// a repository could bring one along that says something else than its file.

/** A definition, and the text of the file it was read from. */
export interface Remembered {
  path: string;
  text: string;
  automatic: boolean;
  definition: Definition;
}

/** The behavior of that name as it was read before, while its file still says the same. */
export async function rememberedDefinition(
  repository: Repository,
  name: string,
): Promise<FoundDefinition | undefined> {
  const file = await fileOf(repository, name);
  const kept = file === undefined ? undefined : await readTextIfPresent(file);
  if (kept === undefined) return undefined;
  let remembered: Remembered;
  try {
    remembered = JSON.parse(kept) as Remembered;
  } catch {
    return undefined;
  }
  const { definition, path, text, automatic } = remembered;
  if (definition.name !== name || !path.startsWith(`${repository.root}/`)) return undefined;
  if (await readTextIfPresent(path) !== text) return undefined;
  return { definition, type: normalizeType(definition.type), path, automatic };
}

/** Keeps what was read; without a folder of the person's for this repository, nothing is kept. */
export async function rememberDefinition(
  repository: Repository,
  remembered: Remembered,
): Promise<void> {
  try {
    const file = await fileOf(repository, remembered.definition.name);
    if (file !== undefined) await writePrivate(file, JSON.stringify(remembered));
  } catch {
    // Where nothing can be kept, reading only takes longer.
  }
}

/** Drops what was kept of a behavior. */
export async function forgetDefinition(repository: Repository, name: string): Promise<void> {
  const file = await fileOf(repository, name);
  if (file !== undefined) await Deno.remove(file).catch(() => {});
}

async function fileOf(repository: Repository, name: string): Promise<string | undefined> {
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(name)) return undefined;
  const folder = await personalFolder(repository);
  return folder === undefined ? undefined : `${folder}/definitions/${name}.json`;
}
