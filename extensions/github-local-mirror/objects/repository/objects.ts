import { git, gitBytes, type GitOptions, tryGit } from "../../../platform/git.ts";
import type { Places } from "../../places/places.ts";
import { mirrorSettings, mirrorVariables } from "./settings.ts";

/** The mirror's bare repository, opened. */
export interface Objects {
  /** Absolute. */
  path: string;
  places: Places;
  signal: AbortSignal;
  /** Calls git in it; gives what it printed. Names of strangers come as full refs or ids. */
  git(args: readonly string[], input?: string): Promise<string>;
  /** As `git`, but the bytes. */
  bytes(args: readonly string[], input?: string): Promise<Uint8Array>;
  /** As `git`, for calls whose exit code is an answer. */
  attempt(args: readonly string[], input?: string): ReturnType<typeof tryGit>;
  /** What calls of git are made with, for calls in a worktree: give those another `cwd`. */
  options: GitOptions;
}

/** Longest time of one call, in milliseconds: the first fetch of a large repository is long. */
const TIMEOUT_MS = 55 * 60_000;

/** Calls of git in a bare repository that was looked at. */
export function objectsAt(places: Places, signal: AbortSignal, token?: string): Objects {
  const path = places.objects;
  const options: GitOptions = {
    cwd: path,
    signal,
    token,
    baseUrl: places.apiBaseUrl,
    settings: mirrorSettings(places.remoteUrl),
    env: mirrorVariables(path),
    timeoutMs: TIMEOUT_MS,
  };
  const withInput = (input?: string) => input === undefined ? options : { ...options, input };
  return {
    path,
    places,
    signal,
    options,
    git: (args, input) => git(args, withInput(input)),
    bytes: (args, input) => gitBytes(args, withInput(input)),
    attempt: (args, input) => tryGit(args, withInput(input)),
  };
}
