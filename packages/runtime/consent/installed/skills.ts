import { SvcError } from "@svc/core/error";
import { plainEntry, SKILL_NAME, skillName } from "@svc/core/entry";
import type { Manifest } from "@svc/core/manifest";
import { parentOf } from "../../base/files/path.ts";
import { listFilesBelow, listFolder, lstatIfPresent } from "../../base/files/read.ts";
import { ownPath } from "../../repository/links.ts";
import type { Repository } from "../../repository/repository.ts";
import { readSetting, type Setting } from "../../repository/setting.ts";
import type { VerifiedExtension } from "./extension.ts";
import type { LockEntry, Lockfile } from "./lockfile.ts";

/** Where a coding agent looks for the skills of a project; the others look where most do. */
const AGENT_FOLDERS: Readonly<Record<string, string>> = {
  claude: ".claude/skills",
  cursor: ".cursor/skills",
  kiro: ".kiro/skills",
};
const COMMON_FOLDER = ".agents/skills";

/** The form of a skill's folder, and of a file in one, relative to the repository. */
const SKILL_FILE = new RegExp(
  String.raw`^(\.(?:claude|cursor|kiro|agents)/skills/${SKILL_NAME})/(?!(?:[^/]*/)*\.{0,2}(?:/|$))`,
);

/** The folder of the skill that a file belongs to; undefined for any other path. */
export function skillFolderOf(file: string): string | undefined {
  return SKILL_FILE.exec(file)?.[1];
}

/** The folders of the skills that a lockfile's entry lists files of, sorted. */
export function skillFolders(entry: Pick<LockEntry, "files"> | undefined): string[] {
  const files = Array.isArray(entry?.files) ? entry.files : [];
  return [...new Set(files.flatMap((file) => skillFolderOf(String(file)) ?? []))].sort();
}

/** A skill of an extension, and the folder it goes to: one for each agent folder. */
export interface SkillTarget {
  /** Its folder in the archive: `skills/help`. */
  from: string;
  /** Relative to the repository: `.claude/skills/help`. */
  to: string;
}

/**
 * Where the skills of an extension go: to the agents that the marker's `tools` lists, or to
 * `.claude/skills` and `.agents/skills` when it lists none. Sorted by target.
 *
 * @throws SvcError `archive_unsafe` for a skill whose name cannot be that of a folder
 */
export async function skillTargets(
  repository: Repository,
  manifest: Pick<Manifest, "name" | "skills">,
): Promise<SkillTarget[]> {
  if (manifest.skills.length === 0) return [];
  const targets = new Map<string, SkillTarget>();
  for (const folder of await agentFolders(repository)) {
    for (const entry of manifest.skills) {
      const from = `skills/${plainEntry(entry)}`;
      const name = skillName(entry);
      const to = `${folder}/${name}`;
      if (name === undefined || targets.has(to)) throw unfit(manifest, entry);
      targets.set(to, { from, to });
    }
  }
  return [...targets.values()].sort((a, b) => (a.to < b.to ? -1 : 1));
}

function unfit({ name }: Pick<Manifest, "name">, entry: string): SvcError {
  return new SvcError("archive_unsafe", `${name} has the skill '${entry}', which has no folder`, {
    hint: "A skill name has letters, digits, '.', '-' and '_', and must be unique.",
  });
}

const TOOLS: Setting = { key: "tools", example: "tools: [claude]" };
const TOOL: Setting = { key: "tool", example: "tool: claude" };

async function onlyTool(repository: Repository): Promise<unknown[] | undefined> {
  const tool = await readSetting(repository, TOOL);
  return tool === undefined ? undefined : [tool];
}

async function agentFolders(repository: Repository): Promise<string[]> {
  const tools = await readSetting(repository, TOOLS) ?? await onlyTool(repository);
  if (!Array.isArray(tools)) return [AGENT_FOLDERS.claude!, COMMON_FOLDER];
  const used = tools.filter((tool) => tool !== "none").map((tool) =>
    Object.hasOwn(AGENT_FOLDERS, String(tool)) ? AGENT_FOLDERS[String(tool)]! : COMMON_FOLDER
  );
  return [...new Set(used)];
}

/**
 * The files that stand where skills go and that no pull of this extension wrote.
 *
 * @throws SvcError `conflict` for a symbolic link on the way, or a skill of another extension
 */
export async function skillsInTheWay(
  repository: Repository,
  name: string,
  targets: readonly SkillTarget[],
  lockfile: Lockfile,
): Promise<string[]> {
  const inTheWay: string[] = [];
  for (const { to } of targets) {
    const folder = ownPath(repository.root, to);
    const owner = Object.entries(lockfile).find(([other, entry]) =>
      other !== name && skillFolders(entry).includes(to)
    )?.[0];
    if (owner !== undefined) {
      throw new SvcError("conflict", `${to} is a skill of ${owner}, which is installed`, {
        hint: `Remove it with 'svc extension rm ${owner}' first.`,
      });
    }
    const found = await lstatIfPresent(folder);
    if (found !== undefined && !found.isDirectory) inTheWay.push(to);
    const own = new Set(Object.hasOwn(lockfile, name) ? lockfile[name]!.files : []);
    const files = (await listFilesBelow(folder)).map((file) => `${to}/${file}`);
    inTheWay.push(...files.filter((file) => !own.has(file)));
  }
  return inTheWay;
}

/**
 * Names of the skills of which any file is new or gone, or has other bytes than the one where it goes,
 * sorted. What agents find there already needs no new yes.
 */
export async function changedSkills(
  { root }: Repository,
  targets: readonly SkillTarget[],
  files: VerifiedExtension["files"],
): Promise<string[]> {
  const changed = new Set<string>();
  for (const { from, to } of targets) {
    const own = [...files.keys()].filter((file) => file.startsWith(`${from}/`))
      .map((file) => file.slice(from.length + 1));
    const there = await listFilesBelow(ownPath(root, to));
    const same = own.length > 0 && own.length === there.length &&
      (await Promise.all(own.map(async (file) =>
        there.includes(file) &&
        isSame(
          await Deno.readFile(ownPath(root, `${to}/${file}`)),
          files.get(`${from}/${file}`)!.bytes,
        )
      ))).every((one) => one);
    if (!same) changed.add(from.slice("skills/".length));
  }
  return [...changed].sort();
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** The file of a skill that is being prepared. */
export function stagedSkill(staging: string, folders: readonly string[], file: string): string {
  const folder = skillFolderOf(file)!;
  return `${staging}/skills/${folders.indexOf(folder)}${file.slice(folder.length)}`;
}

/** Removes the files that an entry lists in a skill's folder; what else is in it stays. */
export async function removeSkill(
  { root }: Repository,
  folder: string,
  entry: Pick<LockEntry, "files">,
): Promise<void> {
  ownPath(root, folder);
  for (const file of entry.files) {
    if (skillFolderOf(file) !== folder) continue;
    const path = ownPath(root, file);
    if (await lstatIfPresent(path)) await Deno.remove(path);
    await removeEmptyParents(path, root);
  }
}

/** Removes the folders above a path that are empty, up to `top`, which stays. */
export async function removeEmptyParents(path: string, top: string): Promise<void> {
  for (let folder = parentOf(path); folder.startsWith(`${top}/`); folder = parentOf(folder)) {
    if (!await lstatIfPresent(folder)) continue;
    if ((await listFolder(folder)).length > 0) return;
    await Deno.remove(folder);
  }
}
