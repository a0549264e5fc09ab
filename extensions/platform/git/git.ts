import { PUBLIC_API } from "../base_url.ts";
import { type ProgramOutput, runProgram } from "../program.ts";
import { gitEnvironment, gitOrigin, type GitSetting, secretsOf } from "./environment.ts";
import { gitFailure } from "./failure.ts";

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
  const said = new TextDecoder().decode(stderr.subarray(-16_384));
  throw await gitFailure(commandOf(args), code, said, secretsOf(options.token));
}

/** As {@link git}, but whatever it ends with, for calls whose exit code is an answer. */
export async function tryGit(
  args: readonly string[],
  options: GitOptions,
): Promise<ProgramOutput> {
  const { cwd, signal, input, timeoutMs = TIMEOUT_MS, maxBytes } = options;
  return await runProgram("git", {
    args,
    cwd,
    signal,
    input,
    env: environmentOf(options),
    timeoutMs,
    ...(maxBytes === undefined ? {} : { maxBytes }),
    install: "git 2.39 or newer (package 'git')",
  });
}

/** The whole environment of a call with these options. */
export function environmentOf(
  { token, baseUrl = PUBLIC_API, env, settings }: Omit<GitOptions, "cwd" | "signal">,
): Record<string, string> {
  return gitEnvironment({ origin: gitOrigin(baseUrl), token }, env, settings);
}

/** The fields of an answer to a call with `-z`: each ends with a NUL. */
export function gitFields(output: string): string[] {
  const fields = output.split("\0");
  if (fields.at(-1) === "") fields.pop();
  return fields;
}

/** The command among the arguments, for messages. */
function commandOf(args: readonly string[]): string {
  return args.find((arg, index) => !arg.startsWith("-") && args[index - 1] !== "-C") ?? "";
}
