import { PlatformFailure } from "../../platform/failure.ts";
import { git } from "../../platform/git/git.ts";
import { fetchRefs } from "../../platform/git/repository.ts";
import { infoAt } from "../../platform/info_at.ts";
import { encodePart } from "../../platform/names.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { noteHeads } from "./observe.ts";
import { type Objects, refsBelow } from "./repository/objects.ts";
import { setRemotes } from "./repository/config.ts";

/** How the repository is fetched. */
export interface FetchOptions {
  /** What the repository is called now, when the platform says that it was renamed. */
  renamedTo?: RepositoryName | null;
}

/**
 * Brings all branches, tags and heads of pull requests, and sets the remotes. The refs that the
 * platform lacks are removed here; their commits stay where a ref of our own keeps them. The mirror's
 * lock has to be held.
 *
 * @throws PlatformFailure
 */
export async function fetchAll(objects: Objects, options: FetchOptions = {}): Promise<void> {
  await tidy(objects);
  await setRemotes(objects);
  // Of a sync that was killed after its fetch: this one may move the heads on.
  await noteHeads(objects, new Date().toISOString());
  const { remote, remoteUrl } = objects.places;
  const address = addressNow(remoteUrl, options.renamedTo ?? null);
  await keepingTags(objects, () =>
    fetchRefs(objects, address, [
      `+refs/heads/*:refs/remotes/${remote}/*`,
      "+refs/tags/*:refs/tags/*",
      "+refs/pull/*/head:refs/remotes/pull/*/head",
    ]));
}

/** Git follows no redirect, so that the token stays at its host; a rename is known from the API. */
function addressNow(remoteUrl: string, renamedTo: RepositoryName | null): string {
  if (renamedTo === null || remoteUrl.startsWith("file:")) return remoteUrl;
  const named = /^(.*[/:])[^/:]+\/[^/]+?(\.git)?\/*$/.exec(remoteUrl);
  if (named === null) throw new PlatformFailure("moved");
  return `${named[1]}${renamedTo.owner}/${renamedTo.repo}${named[2] ?? ""}`;
}

const TAGS = "refs/tags/";

/**
 * Keeps what tags were at that a fetch removes or moves: tags of the platform and those that a person
 * has made here share one place.
 */
async function keepingTags(objects: Objects, fetch: () => Promise<unknown>): Promise<void> {
  const before = await refsBelow(objects, TAGS);
  await fetch();
  if (before.size === 0) return;
  const after = await refsBelow(objects, TAGS);
  const commands = [...before].filter(([name, id]) => after.get(name) !== id).map(([name, id]) =>
    `update refs/svc/tags/${encodePart(name.slice(TAGS.length))}-${id}\0${id}\0\0`
  );
  if (commands.length > 0) {
    await objects.git(["update-ref", "--stdin", "-z"], { input: commands.join("") });
  }
}

/** Age at which a file that a killed fetch left belongs to no git any more. */
const LEFT_OVER_MS = 24 * 3_600_000;

/** When git puts objects together: as it does by itself elsewhere, but not behind our back. */
const COLLECT: readonly (readonly [string, string])[] = [
  ["gc.auto", "6700"],
  ["gc.autoDetach", "false"],
  // The worktree methods tell the outcome of a folder, and remove its entry themselves.
  ["gc.worktreePruneExpire", "never"],
];

/**
 * Removes what killed fetches left, and lets git put its objects together when there are many pieces.
 * That it cannot is no reason not to fetch.
 */
export async function tidy(objects: Objects): Promise<void> {
  await removeLeftPacks(`${objects.path}/objects/pack`);
  const { options } = objects;
  try {
    await git(["gc", "--auto", "--quiet"], {
      ...options,
      token: undefined,
      settings: [...options.settings ?? [], ...COLLECT],
    });
  } catch (error) {
    if (!(error instanceof PlatformFailure)) throw error;
  }
}

async function removeLeftPacks(folder: string): Promise<void> {
  if (!(await infoAt(folder))?.isDirectory) return;
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (!isFile || !/^tmp_(?:pack|idx|rev)_/.test(name)) continue;
    const info = await infoAt(`${folder}/${name}`);
    if (info?.mtime && Date.now() - info.mtime.getTime() > LEFT_OVER_MS) {
      await Deno.remove(`${folder}/${name}`);
    }
  }
}
