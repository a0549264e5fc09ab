import { personalFolder } from "../folder.ts";
import { writePrivate } from "../../base/files/private.ts";
import { readTextIfPresent } from "../../base/files/read.ts";
import type { Repository } from "../repository.ts";
import type { Definition } from "./definition.ts";

// <config>/repositories/<copy of a repository>/definitions/<id>.json
//
// Parsing YAML costs more than the rest of a run's preparation, so the parsed form is kept beside the
// text it was made from, and used as long as the file still has that text. It is kept with the person:
// a repository could bring one along that says something else than its file.

/** A definition, and the text it was read from. */
interface Remembered {
  text: string;
  definition: Definition;
}

/** The behavior of that id as it was read from this text before. */
export async function rememberedDefinition(
  repository: Repository,
  id: string,
  text: string,
): Promise<Definition | undefined> {
  const file = await fileOf(repository, id);
  const kept = file === undefined ? undefined : await readTextIfPresent(file);
  if (kept === undefined) return undefined;
  try {
    const remembered = JSON.parse(kept) as Remembered;
    return remembered.text === text ? remembered.definition : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps what was read; without a folder of the person's for this repository, nothing is kept. */
export async function rememberDefinition(
  repository: Repository,
  remembered: Remembered,
): Promise<void> {
  try {
    const file = await fileOf(repository, remembered.definition.id);
    if (file !== undefined) await writePrivate(file, JSON.stringify(remembered));
  } catch {
    // Where nothing can be kept, reading only takes longer.
  }
}

/** Drops what was kept of a behavior. */
export async function forgetDefinition(repository: Repository, id: string): Promise<void> {
  const file = await fileOf(repository, id);
  if (file !== undefined) await Deno.remove(file).catch(() => {});
}

async function fileOf(repository: Repository, id: string): Promise<string | undefined> {
  if (!/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id)) return undefined;
  const folder = await personalFolder(repository);
  return folder === undefined ? undefined : `${folder}/definitions/${id}.json`;
}
