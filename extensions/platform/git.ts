import { PUBLIC_API } from "./base_url.ts";
import {
  gitEnvironment,
  type GitLogin,
  gitOrigin,
  type GitSetting,
  secretsOf,
} from "./git_environment.ts";
import { gitFailure } from "./git_failure.ts";
import { type ProgramOutput, runProgram } from "./program.ts";

/** How git is called. */
export interface GitOptions {
  /** Folder of the repository. */
  cwd: string;
  signal: AbortSignal;
  /** For repositories that need one; sent to the API's host only, and only over http(s). */
  token?: string | undefined;
  /** The API's address, as `apiBaseUrl` gives it; its host is where the repositories are. */
  baseUrl?: string | undefined;
  /** Further variables, for example who commits. */
  env?: Readonly<Record<string, string>>;
  /** Settings beside those that every call has. */
  settings?: readonly GitSetting[];
  /** Goes to its standard input. */
  input?: string | Uint8Array;
  /** Longest time, in milliseconds; ten minutes unless given. */
  timeoutMs?: number;
  /** Bytes it may print; more is `too_large`. */
  maxBytes?: number;
}

const TIMEOUT_MS = 10 * 60_000;

/**
 * Calls git in the catalogue's own environment and gives what it printed as text. Names of a
 * stranger come after `--end-of-options` or as full refs; see `checkRefName`.
 *
 * @throws PlatformFailure that says what git said, when it ends with anything but 0; the signal's
 *   reason when the run is aborted.
 */
export async function git(args: readonly string[], options: GitOptions): Promise<string> {
  return new TextDecoder().decode(await gitBytes(args, options));
}

/** As {@link git}, but the bytes: paths and contents need not be UTF-8. */
export async function gitBytes(args: readonly string[], options: GitOptions): Promise<Uint8Array> {
  const { code, stdout, stderr } = await tryGit(args, options);
  if (code === 0) return stdout;
  const login = loginOf(options);
  const secrets = login === undefined ? [] : secretsOf(login);
  const said = new TextDecoder().decode(stderr.subarray(-16_384));
  throw await gitFailure(commandOf(args), code, said, secrets);
}

/** As {@link git}, but whatever it ends with, for calls whose exit code is an answer. */
export async function tryGit(
  args: readonly string[],
  options: GitOptions,
): Promise<ProgramOutput> {
  const { cwd, signal, env, settings, input, timeoutMs = TIMEOUT_MS, maxBytes } = options;
  return await runProgram("git", {
    args,
    cwd,
    signal,
    input,
    env: gitEnvironment(loginOf(options), env, settings),
    timeoutMs,
    ...(maxBytes === undefined ? {} : { maxBytes }),
    install: "git 2.39 or newer (package 'git')",
  });
}

/** The fields of an answer to a call with `-z`: each ends with a NUL. */
export function gitFields(output: string): string[] {
  const fields = output.split("\0");
  if (fields.at(-1) === "") fields.pop();
  return fields;
}

function loginOf({ token, baseUrl = PUBLIC_API }: GitOptions): GitLogin | undefined {
  return token === undefined ? undefined : { token, origin: gitOrigin(baseUrl) };
}

/** The command among the arguments, for messages. */
function commandOf(args: readonly string[]): string {
  return args.find((arg, index) => !arg.startsWith("-") && args[index - 1] !== "-C") ?? "";
}
