import type { Manifest } from "@svc/core/manifest";
import type { Descriptor } from "@svc/core/descriptor";
import { type Permissions, shownChanges, shownPermissions } from "@svc/core/permission";
import { normalizeType } from "@svc/core/type";
import { listFolder, lstatIfPresent } from "../files/read.ts";
import type { Repository } from "../repository/repository.ts";
import { readRecord, typesFolder } from "../types/index_file.ts";
import { type LockEntry, readLockfile } from "./lockfile.ts";
import { readAsked } from "./permissions.ts";

/** What installing would change; shown before anything is done. */
export interface InstallPlan {
  name: string;
  version: string;
  /** The version that is installed now. */
  previous?: LockEntry;
  /** Permissions asked for, one line each, placeholders with their default: `net api.example.com`. */
  permissions: string[];
  /** Those the installed version did not ask for. All of them when nothing is installed. */
  added: string[];
  /** Those that are no longer asked for. */
  removed: string[];
  /** Paths in the way that no installed extension owns; installing needs `force`. */
  conflicts: string[];
}

/** The folder of a pulled extension, relative to the repository. */
export function extensionFolder(name: string): string {
  return `.svc/pulled-extensions/${name}`;
}

/** What installing this extension would change. Nothing is written. */
export async function planInstall(
  repository: Repository,
  extension: { manifest: Manifest; descriptor?: Pick<Descriptor, "models"> | undefined },
): Promise<InstallPlan> {
  const { name, version } = extension.manifest;
  const models = extension.descriptor?.models;
  const previous = (await readLockfile(repository))[name];
  const folder = extensionFolder(name);
  const wanted = (extension.manifest.permissions ?? {}) as Permissions;
  const before = await readAsked(`${repository.root}/${folder}`);
  const occupied = await lstatIfPresent(`${repository.root}/${folder}`);
  return {
    name,
    version,
    ...(previous === undefined ? {} : { previous }),
    permissions: shownPermissions(wanted, models),
    ...shownChanges(before ?? { permissions: {} }, { permissions: wanted, models }),
    conflicts: occupied && previous === undefined ? [folder] : [],
  };
}

/** Names of the types that a pulled extension has put into the index. */
export async function typesOf(repository: Repository, extension: string): Promise<string[]> {
  const types: string[] = [];
  for (const entry of await listFolder(typesFolder(repository))) {
    if (!entry.name.endsWith(".json") || entry.name.startsWith("_")) continue;
    const type = normalizeType(decodeURIComponent(entry.name.slice(0, -".json".length)));
    if ((await readRecord(repository, type))?.extension === extension) types.push(type);
  }
  return types;
}
