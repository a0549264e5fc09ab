import type { GitSetting } from "../../../platform/git/environment.ts";
import { type GitRepository, gitRepository } from "../../../platform/git/repository.ts";
import type { Locations } from "../../locations/locations.ts";

/** The mirror's bare repository, opened. */
export interface Objects extends GitRepository {
  places: Locations;
}

/** Longest time of one call, in milliseconds: the first fetch of a large repository is long. */
const TIMEOUT_MS = 55 * 60_000;

/** Settings of every call in the bare repository and its worktrees, beside those of the catalogue. */
const SETTINGS: readonly GitSetting[] = [
  // Larger files count as binary: comparing them line by line takes for ever.
  ["core.bigFileThreshold", "10m"],
  ["core.logAllRefUpdates", "false"],
  ["core.quotePath", "false"],
];

/** Calls of git in a bare repository that was looked at. */
export function objectsAt(places: Locations, signal: AbortSignal, token?: string): Objects {
  const agent = Deno.env.get("SSH_AUTH_SOCK");
  const repository = gitRepository(places.objects, {
    signal,
    token,
    baseUrl: places.apiBaseUrl,
    settings: SETTINGS,
    env: agent === undefined ? {} : { SSH_AUTH_SOCK: agent },
    timeoutMs: TIMEOUT_MS,
  });
  return { ...repository, places };
}

/** Where the heads of pull requests are fetched to. */
const HEADS = "refs/remotes/pull/";

/** The heads of pull requests as they were fetched last, number to commit. */
export async function pullHeads(objects: Objects): Promise<Map<number, string>> {
  const heads = new Map<number, string>();
  for (const [name, id] of await refsBelow(objects, HEADS)) {
    const number = /^([1-9]\d{0,9})\/head$/.exec(name.slice(HEADS.length))?.[1];
    if (number !== undefined) heads.set(Number(number), id);
  }
  return heads;
}

/** Full names of refs and what they are at. */
export async function refsBelow(objects: Objects, prefix: string): Promise<Map<string, string>> {
  const listed = await objects.git(["for-each-ref", "--format=%(objectname) %(refname)", prefix]);
  return new Map(
    listed.split("\n").filter((line) => line !== "").map((line) => {
      const space = line.indexOf(" ");
      return [line.slice(space + 1), line.slice(0, space)];
    }),
  );
}
