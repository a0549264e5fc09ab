import { LIMITS } from "@svc/core/limit";
import { plainEntry } from "@svc/core/entry";
import type { Manifest } from "@svc/core/manifest";
import { parentOf } from "../../base/files/path.ts";
import { listFolder, lstatIfPresent } from "../../base/files/read.ts";
import { firstLink } from "./closure.ts";
import type { Problems } from "./problems.ts";

/** Where the skills of a manifest are looked for. */
interface SkillPlace {
  manifest: Pick<Manifest, "skills">;
  manifestFile: string;
  repository: string | undefined;
  found: Problems;
  /** The manifest's line of an entry. */
  line(entry: string): string;
}

/** The folders in which coding agents keep the skills of a project. */
const AGENT_FOLDERS = [".claude/skills", ".agents/skills", ".cursor/skills", ".kiro/skills"];

/**
 * The files of the skills a manifest lists: absolute paths by path in the archive. A skill is a folder
 * with a `SKILL.md`: beside the manifest, in the repository's `extensions/skills`, or where a coding
 * agent keeps it. The home folder is not looked at: what is published is in the repository.
 */
export async function findSkills(place: SkillPlace): Promise<Map<string, string>> {
  const { manifest, found, line } = place;
  const files = new Map<string, string>();
  for (const entry of manifest.skills) {
    const name = plainEntry(entry);
    const folders = skillFolders(place);
    const base = await folderWith(folders, name);
    if (base === undefined) {
      found.add(line(entry), `'${entry}' has no SKILL.md in ${folders.join(", nor in ")}`);
      continue;
    }
    const linked = await firstLink(base, name);
    if (linked !== undefined) {
      found.add(line(entry), `'${entry}': ${linked} is a symbolic link; publish the folder itself`);
    } else await addFiles(files, base, name, (problem) => found.add(line(entry), problem));
  }
  return files;
}

function skillFolders({ manifestFile, repository }: SkillPlace): string[] {
  const own = parentOf(manifestFile);
  const roots = repository === undefined || repository === own ? [own] : [own, repository];
  return [
    own,
    `${own}/skills`,
    `${repository ?? own}/extensions/skills`,
    ...roots.flatMap((root) => AGENT_FOLDERS.map((folder) => `${root}/${folder}`)),
  ];
}

async function folderWith(folders: readonly string[], name: string): Promise<string | undefined> {
  for (const folder of folders) {
    if (await lstatIfPresent(`${folder}/${name}/SKILL.md`) !== undefined) return folder;
  }
  return undefined;
}

/** Adds every file below a folder, and gives up at more files than an archive may have. */
async function addFiles(
  files: Map<string, string>,
  base: string,
  folder: string,
  problem: (text: string) => void,
): Promise<void> {
  for (const { name, isDirectory, isFile } of await listFolder(`${base}/${folder}`)) {
    const inside = `${folder}/${name}`;
    if (isDirectory) await addFiles(files, base, inside, problem);
    else if (!isFile) problem(`${inside} is not a regular file; publish the file itself`);
    else if (files.size < LIMITS.archive.skillFiles) {
      files.set(`skills/${inside}`, `${base}/${inside}`);
    } else return problem(`the skills have more than ${LIMITS.archive.skillFiles} files`);
  }
}
