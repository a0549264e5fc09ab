import type { Manifest } from "@svc/core/manifest";
import type { Descriptor } from "@svc/core/descriptor";
import { type Permissions, shownChanges, shownPermissions } from "@svc/core/permission";
import { listConsents } from "../consent/store.ts";
import { lstatIfPresent } from "../files/read.ts";
import type { Repository } from "../repository/repository.ts";
import { type LockEntry, readLockfile } from "./lockfile.ts";
import { extensionFolder } from "./places.ts";
import { settled } from "./settle.ts";
import { skillsInTheWay, skillTargets } from "./skills.ts";

/** What installing would change; shown before anything is done. */
export interface InstallPlan {
  name: string;
  version: string;
  /** The version that is installed now. */
  previous?: LockEntry;
  /** Permissions asked for, one line each, placeholders with their default: `net api.example.com`. */
  permissions: string[];
  /** True when the person has agreed to this extension from this registry in this repository before. */
  known: boolean;
  /** Permissions they have not granted to it yet. */
  added: string[];
  /** Those they granted that are no longer asked for. */
  removed: string[];
  /** Paths in the way that no installed extension owns; installing needs `force`. */
  conflicts: string[];
  /** Folders in which coding agents will find the extension's skills, relative to the repository. */
  skills: string[];
}

/** An extension that asks for permissions, with the types it says it has. */
export interface Asking {
  manifest: Manifest;
  descriptor?: Pick<Descriptor, "models"> | undefined;
}

/**
 * What installing this extension would change. Nothing is written. What was granted is read from the
 * person's consents: the repository may say what it likes.
 *
 * @param serverUrl the registry it comes from
 */
export async function planInstall(
  repository: Repository,
  extension: Asking,
  serverUrl?: string,
): Promise<InstallPlan> {
  await settled(repository);
  return await planLocked(repository, extension, serverUrl);
}

/** As {@linkcode planInstall}, for a caller that holds the lock. */
export async function planLocked(
  repository: Repository,
  { manifest, descriptor }: Asking,
  serverUrl?: string,
): Promise<InstallPlan> {
  const { name, version, permissions } = manifest;
  const lockfile = await readLockfile(repository);
  const previous = Object.hasOwn(lockfile, name) ? lockfile[name] : undefined;
  const lines = shownPermissions((permissions ?? {}) as Permissions, descriptor?.models);
  const before = (await listConsents(repository, name))
    .find(({ content }) => content !== undefined && content.serverUrl === serverUrl);
  const folder = extensionFolder(name);
  const skills = await skillTargets(repository, manifest);
  const occupied = await lstatIfPresent(`${repository.root}/${folder}`);
  return {
    name,
    version,
    ...(previous === undefined ? {} : { previous }),
    permissions: lines,
    known: before !== undefined,
    ...shownChanges(before?.shown ?? [], lines),
    conflicts: [
      ...(occupied && previous === undefined ? [folder] : []),
      ...await skillsInTheWay(repository, name, skills, lockfile),
    ],
    skills: skills.map(({ to }) => to),
  };
}
