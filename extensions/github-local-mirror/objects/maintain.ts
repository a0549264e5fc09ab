import { PlatformFailure } from "../../platform/failure.ts";
import { git } from "../../platform/git.ts";
import { infoAt } from "../../platform/info_at.ts";
import type { Objects } from "./repository/objects.ts";

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
