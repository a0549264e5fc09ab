import { folded, refusedFolder } from "./folder.ts";

/** The folders of a mirror by the arguments that name them. */
export type Folders = Readonly<
  Record<"gitObjectPath" | "workspaceRoot" | "artifactRoot", string>
>;

/**
 * Makes sure that no folder is, or is in, another one or holds the svc repository: also where a
 * file system takes two spellings for one.
 *
 * @throws PlatformFailure `refused`
 */
export function assertApart(folders: Folders, repoDir: string): void {
  const all = Object.entries(folders);
  for (const [argument, path] of all) {
    if (holds(path, repoDir)) throw refusedFolder(argument, path, "it holds the svc repository");
  }
  for (const [argument, path] of all) {
    const other = all.find(([name, one]) => name !== argument && holds(one, path));
    if (other === undefined) continue;
    throw refusedFolder(
      argument,
      path,
      `it is in ${other[0]}, and each needs a place of its own`,
    );
  }
}

/** True for the folder itself and what is below it. */
function holds(folder: string, path: string): boolean {
  return `${folded(path)}/`.startsWith(`${folded(folder)}/`);
}
