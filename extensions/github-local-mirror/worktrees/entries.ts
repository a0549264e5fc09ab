import { infoAt } from "../../platform/info_at.ts";
import { isKept } from "../../platform/git/worktrees.ts";
import type { WorktreeSnapshot } from "../outputs/worktrees.ts";
import { isWorktreeId } from "./id.ts";
import type { Mirror } from "./mirror.ts";
import { readRegistered, type Registered } from "../../platform/git/worktrees.ts";

/** A worktree of the mirror, as its document and as git know it. */
export interface Entry {
  id: string;
  /** Absolute path of its folder. */
  path: string;
  /** Null when a run was ended before it could write it. */
  snapshot: WorktreeSnapshot | null;
  /** Null when git does not know it. */
  registered: Registered | null;
  /** The folder in which git keeps it, `<repository>/worktrees/<name>`; null when it leads elsewhere. */
  admin: string | null;
}

/** Every worktree in the mirror's folder, by id, removed ones too. What others made elsewhere is left out. */
export async function entriesOf(mirror: Mirror): Promise<Map<string, Entry>> {
  const [snapshots, registered, admins] = await Promise.all([
    mirror.documents.snapshots(),
    registeredIn(mirror),
    adminFolders(mirror.objects.path),
  ]);
  const prefix = `${mirror.objects.places.workspaces}/`;
  const byId = new Map(
    registered.filter(({ path }) => path.startsWith(prefix))
      .map((one) => [one.path.slice(prefix.length), one]),
  );
  const ids = [...new Set([...snapshots.keys(), ...byId.keys()])].filter(isWorktreeId).sort();
  return new Map(ids.map((id) => {
    const path = `${prefix}${id}`;
    const entry: Entry = {
      id,
      path,
      snapshot: snapshots.get(id) ?? null,
      registered: byId.get(id) ?? null,
      admin: admins.get(path) ?? null,
    };
    return [id, entry];
  }));
}

/** Every worktree of the repository, wherever it lies. */
export async function registeredIn({ objects }: Mirror): Promise<Registered[]> {
  return readRegistered(await objects.git(["worktree", "list", "--porcelain", "-z"]));
}

/** Longest content of git's note of where a worktree lies. */
const LONGEST_NOTE = 10_000;

/** The folders in which git keeps worktrees, by the path of the worktree. */
async function adminFolders(repository: string): Promise<Map<string, string>> {
  const folder = `${repository}/worktrees`;
  const found = new Map<string, string>();
  if (await infoAt(folder) === undefined) return found;
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const note = `${folder}/${name}/gitdir`;
    const info = isDirectory && await isKept(repository, name) ? await infoAt(note) : undefined;
    if (!info?.isFile || info.size > LONGEST_NOTE) continue;
    const path = (await Deno.readTextFile(note)).trimEnd();
    if (path.endsWith("/.git")) found.set(path.slice(0, -"/.git".length), `${folder}/${name}`);
  }
  return found;
}

/** Lets git forget a worktree whose folder is gone, locked or not. Others stay as they are. */
export async function unregister({ objects }: Mirror, { path }: Entry): Promise<void> {
  await objects.git(["worktree", "remove", "--force", "--force", path]);
}
