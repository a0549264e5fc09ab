import type { SkillDescriptor } from "@svc/core/descriptor";
import { Unreadable } from "../source_text/mod.ts";
import { frontMatter } from "./front_matter.ts";

/** Folders and endings of what an agent runs rather than reads. */
const SCRIPT = /(?:^|\/)scripts\/|\.(?:sh|bash|zsh|fish|ps1|bat|cmd|py|rb|pl|js|mjs|cjs|ts|tsx)$/i;

/**
 * What a skill's `SKILL.md` says, and what is beside it.
 *
 * @param dirName its folder below `skills/`
 * @throws Unreadable without a `SKILL.md` that says its name
 */
export function skillText(
  dirName: string,
  files: ReadonlyMap<string, { bytes: Uint8Array }>,
): SkillDescriptor {
  const folder = `skills/${dirName}/`;
  const paths = [...files.keys()].filter((path) => path.startsWith(folder));
  const file = files.get(`${folder}SKILL.md`);
  if (!file) throw new Unreadable("is missing");
  const fields = frontMatter(new TextDecoder().decode(file.bytes));
  if (typeof fields === "string" || typeof fields.name !== "string") {
    throw new Unreadable("does not begin with a name between '---' lines");
  }
  return {
    dirName,
    name: fields.name,
    description: typeof fields.description === "string" ? fields.description : "",
    hasScripts: paths.some((path) => SCRIPT.test(path.slice(folder.length))),
    fileCount: paths.length,
  };
}
