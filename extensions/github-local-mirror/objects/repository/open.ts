import { PlatformFailure } from "../../../platform/failure.ts";
import { gitRepository, makeBare } from "../../../platform/git/repository.ts";
import { infoAt } from "../../../platform/info_at.ts";
import { fullName } from "../../../platform/repository_name.ts";
import type { Locations } from "../../locations/locations.ts";
import { safeSettings, valuesOf } from "./config.ts";
import { type Objects, objectsAt } from "./objects.ts";

/** How the bare repository is opened. */
export interface OpenOptions {
  /** Make it when its folder is empty; then the mirror's lock has to be held. */
  create: boolean;
  signal: AbortSignal;
  /** For fetching. */
  token?: string | undefined;
}

/** There while the repository is being made. */
const UNFINISHED = "svc-unfinished";

/**
 * Opens the bare repository of the mirror.
 *
 * @throws PlatformFailure `not_found` when there is none and none is to be made; `refused` for a folder
 *   that is not the mirror's, and for a configuration that would run something
 */
export async function openObjects(places: Locations, options: OpenOptions): Promise<Objects> {
  const { create, signal, token } = options;
  const path = places.objects;
  const making = await stateOf(path);
  if (making !== "made" && !create) {
    throw new PlatformFailure("not_found", {
      reason: `There is no object repository in ${path} yet`,
      hint: "Run 'sync' first",
    });
  }
  if (making !== "made") await make(places, signal);
  await assertOwnLayout(path);
  await assertOurs(places, signal);
  const objects = objectsAt(places, signal, token);
  // Git does not use a repository that belongs to another user, and says so here.
  await objects.git(["rev-parse", "--git-dir"]);
  return objects;
}

async function stateOf(path: string): Promise<"empty" | "unfinished" | "made"> {
  if (await infoAt(`${path}/${UNFINISHED}`) !== undefined) return "unfinished";
  for await (const { name } of Deno.readDir(path)) {
    if (name !== "lost+found") return "made";
  }
  return "empty";
}

/** Each step may be done again after a kill. */
async function make(places: Locations, signal: AbortSignal): Promise<void> {
  const path = places.objects;
  await Deno.writeTextFile(`${path}/${UNFINISHED}`, "", { mode: 0o600 });
  const repository = gitRepository(path, { signal });
  await makeBare(repository);
  await repository.git(["config", "--file", `${path}/config`, "svc.mirror", markOf(places)], {
    env: { GIT_DIR: "/dev/null" },
  });
  await Deno.remove(`${path}/${UNFINISHED}`);
}

async function assertOurs(places: Locations, signal: AbortSignal): Promise<void> {
  const path = places.objects;
  // One after the other, so that of two files at fault it is always the first that is named.
  const settings = await safeSettings(`${path}/config`, signal);
  // Git moves 'core.bare' to this file for the first worktree with settings of its own.
  settings.push(...await safeSettings(`${path}/config.worktree`, signal));
  const marks = valuesOf(settings, "svc.mirror");
  if (marks.length !== 1 || marks[0]!.toLowerCase() !== markOf(places)) {
    throw new PlatformFailure("refused", {
      reason: `${path} is not the object repository of ${fullName(places.name)}: its setting ` +
        `svc.mirror ${marks.length === 0 ? "is missing" : "names another one"}`,
      hint: "Name an empty folder as 'gitObjectPath', or the one of an earlier sync",
    });
  }
  if (valuesOf(settings, "core.bare").join() !== "true") {
    throw new PlatformFailure("refused", {
      reason: `${path} is no longer a bare repository`,
      hint: `Run: git config --file ${path}/config core.bare true`,
    });
  }
}

function markOf({ name }: Locations): string {
  return fullName(name).toLowerCase();
}

/** Folders of a bare repository that are to be its own. */
const FOLDERS = ["objects", "refs"];

/** What would be followed or taken along from elsewhere. */
const FOREIGN = [
  "commondir",
  "gitdir",
  "shallow",
  "info/grafts",
  "objects/info/alternates",
  "objects/info/http-alternates",
];

/** What may not be a link when it is there. */
const NO_LINKS = [
  "HEAD",
  "config",
  "packed-refs",
  "info",
  "hooks",
  "logs",
  "worktrees",
  "objects/info",
  "objects/pack",
  "refs/heads",
  "refs/remotes",
  "refs/tags",
  "refs/svc",
];

/**
 * Makes sure that a bare repository holds its own objects and refs, and takes none from elsewhere.
 *
 * @throws PlatformFailure `refused` that names what is wrong
 */
async function assertOwnLayout(path: string): Promise<void> {
  for (const name of FOLDERS) {
    if (!(await infoAt(`${path}/${name}`))?.isDirectory) {
      throw refused(path, `${name} is not a folder`);
    }
  }
  for (const name of FOREIGN) {
    if (await infoAt(`${path}/${name}`) === undefined) continue;
    throw refused(
      path,
      `${name} exists, and points to another repository or truncates the history`,
    );
  }
  for (const name of NO_LINKS) {
    if ((await infoAt(`${path}/${name}`))?.isSymlink) throw refused(path, `${name} is a link`);
  }
}

function refused(path: string, reason: string): PlatformFailure {
  return new PlatformFailure("refused", {
    reason: `The object repository ${path} cannot be used: ${reason}`,
    hint: "Fix it, or name an empty folder as 'gitObjectPath' and sync again",
  });
}
