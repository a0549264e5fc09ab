import { plainEntry } from "./plain_entry.ts";

/** What the folder of a skill may be called, as the source of a pattern: it becomes part of a path. */
export const SKILL_NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";

const WHOLE = new RegExp(`^${SKILL_NAME}$`);

/**
 * The name of the folder in which a coding agent finds a skill that a manifest lists: the last part of
 * its path. Undefined when that cannot be the name of a folder.
 */
export function skillName(entry: string): string | undefined {
  const name = plainEntry(entry).split("/").at(-1)!;
  return WHOLE.test(name) ? name : undefined;
}
