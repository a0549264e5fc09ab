import { refuseLink } from "../../repository/links.ts";
import { skillFolderOf } from "./skills.ts";
import type { Repository } from "../../repository/repository.ts";

/** The folder of a pulled extension, relative to the repository. */
export function extensionFolder(name: string): string {
  return `.svc/pulled-extensions/${name}`;
}

/** Whether a path, relative to the repository, is one where a pull puts files of that extension. */
export function isInstallPath(name: string, file: string): boolean {
  return skillFolderOf(file) !== undefined ||
    file.startsWith(`${extensionFolder(name)}/`) && !file.split("/").includes("..");
}

/** The folder of the bundles made from an archive, relative to `.svc`. */
export function bundlesFolder(checksum: string): string {
  return `bundles/pulled-${checksum.slice(0, 16)}`;
}

/** The form of what {@linkcode bundlesFolder} answers. */
export const BUNDLES_FOLDER = /^bundles\/pulled-[0-9a-f]{16}$/;

/**
 * The folder of the additional files that belong to bundles, relative to the repository: not among the
 * bundles, which are closed to what runs.
 */
export function filesFolder(bundles: string): string {
  return `.svc/files/${bundles.slice("bundles/".length)}`;
}

/** The form of what {@linkcode filesFolder} answers. */
export const FILES_FOLDER = /^\.svc\/files\/pulled-[0-9a-f]{16}$/;

/** The folder where changes of the pulled extensions are prepared and kept until they are complete. */
export function changesFolder(repository: Repository): string {
  return `${repository.state}/installing`;
}

/**
 * Refuses to change anything where a symbolic link stands in the place of one of our folders: one
 * that came with a repository could have us move or delete things outside of it.
 *
 * @param name the extension whose folder will be changed, too
 * @throws SvcError `conflict` naming the link
 */
export async function assertOwnFolders(repository: Repository, name?: string): Promise<void> {
  for (const folder of ["installing", "types", "grafts", "bundles", "files", "pulled-extensions"]) {
    await refuseLink(`${repository.state}/${folder}`);
  }
  const parts = name?.split("/") ?? [];
  for (const end of parts.keys()) {
    const part = parts.slice(0, end + 1).join("/");
    await refuseLink(`${repository.root}/${extensionFolder(part)}`);
  }
}
