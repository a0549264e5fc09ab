import { git, gitBytes, type GitOptions, tryGit } from "../../../platform/git.ts";
import type { GitSetting } from "../../../platform/git_environment.ts";
import type { Places } from "../../places/places.ts";

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

/** Bytes from which a file counts as binary: comparing larger ones line by line takes for ever. */
const LARGE_FILE = "10m";

/**
 * Settings of every call in the bare repository and its worktrees, beside those of the catalogue.
 * They count over whatever a configuration file says.
 *
 * @param remoteUrl what is fetched; plain http is allowed when it is the loopback's
 */
export function mirrorSettings(remoteUrl: string): GitSetting[] {
  return [
    ["protocol.version", "2"],
    ["protocol.allow", "never"],
    ["protocol.https.allow", "always"],
    ["protocol.ssh.allow", "always"],
    ["protocol.file.allow", "always"],
    ["protocol.http.allow", remoteUrl.startsWith("http:") ? "always" : "never"],
    // Found in many old histories, and harmless to read.
    ["fetch.fsck.zeroPaddedFilemode", "warn"],
    ["fetch.fsck.badTimezone", "warn"],
    ["fetch.fsck.missingSpaceBeforeDate", "warn"],
    ["maintenance.auto", "false"],
    ["fetch.recurseSubmodules", "false"],
    ["fetch.writeCommitGraph", "false"],
    ["transfer.bundleURI", "false"],
    ["core.attributesFile", "/dev/null"],
    ["core.bigFileThreshold", LARGE_FILE],
    ["core.logAllRefUpdates", "false"],
    ["core.quotePath", "false"],
    ["log.showSignature", "false"],
  ];
}

/**
 * Variables of every such call.
 *
 * @param path of the bare repository: git looks for no other one above it
 */
export function mirrorVariables(path: string): Record<string, string> {
  const agent = Deno.env.get("SSH_AUTH_SOCK");
  return {
    GIT_CEILING_DIRECTORIES: path.slice(0, path.lastIndexOf("/")) || "/",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_OPTIONAL_LOCKS: "0",
    ...(agent === undefined ? {} : { SSH_AUTH_SOCK: agent }),
  };
}
