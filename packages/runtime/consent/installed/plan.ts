import type { Manifest } from "@svc/core/manifest";
import { lstatIfPresent } from "../../base/files/read.ts";
import type { Repository } from "../../repository/repository.ts";
import type { VerifiedExtension } from "./extension.ts";
import { type LockEntry, readLockfile } from "./lockfile.ts";
import { extensionFolder } from "./folders.ts";
import { settled } from "./settle.ts";
import { changedSkills, skillsInTheWay, skillTargets } from "./skills.ts";

/** What installing would change of what is there; known before anything is bundled. */
export interface InstallPlan {
  name: string;
  version: string;
  /** The version that is installed now. */
  previous?: LockEntry;
  /** Paths in the way that no installed extension owns; installing needs `force`. */
  conflicts: string[];
  /** Folders in which coding agents will find the extension's skills, relative to the repository. */
  skills: string[];
  /** Names of the skills of which any file will be another than agents find there now. */
  changedSkills: string[];
}

/** What of an extension a plan depends on. */
export interface Planned extends Pick<VerifiedExtension, "files"> {
  manifest: Pick<Manifest, "name" | "version" | "skills">;
}

/** What installing this extension would change. Nothing is written. */
export async function planInstall(
  repository: Repository,
  extension: Planned,
): Promise<InstallPlan> {
  await settled(repository);
  return await planLocked(repository, extension);
}

/** As {@linkcode planInstall}, for a caller that holds the lock. */
export async function planLocked(
  repository: Repository,
  { manifest, files }: Planned,
): Promise<InstallPlan> {
  const { name, version } = manifest;
  const lockfile = await readLockfile(repository);
  const previous = Object.hasOwn(lockfile, name) ? lockfile[name] : undefined;
  const folder = extensionFolder(name);
  const skills = await skillTargets(repository, manifest);
  const occupied = await lstatIfPresent(`${repository.root}/${folder}`);
  return {
    name,
    version,
    ...(previous === undefined ? {} : { previous }),
    conflicts: [
      ...(occupied && previous === undefined ? [folder] : []),
      ...await skillsInTheWay(repository, name, skills, lockfile),
    ],
    skills: skills.map(({ to }) => to),
    changedSkills: await changedSkills(repository, skills, files),
  };
}
