import { PlatformFailure } from "./failure.ts";
import { runProgram } from "./program.ts";
import { terminalLine } from "./terminal.ts";
import { ANSWER_TIMEOUT_MS } from "./transport.ts";

/** Variables that make a person's login work, passed on when the method was granted them. */
const PASSED_ON = [
  "PATH",
  "HOME",
  "GH_CONFIG_DIR",
  "XDG_CONFIG_HOME",
  "GH_TOKEN",
  "GITHUB_TOKEN",
  "GH_ENTERPRISE_TOKEN",
] as const;

/** `gh` ends with this when nobody is logged in. */
const NOT_LOGGED_IN = 4;

/**
 * Runs `gh` and gives what it printed, also when the platform refused the request; `failed` when it
 * did not end well.
 *
 * @param input goes to its standard input
 * @throws PlatformFailure `no_program`, `unauthorized` or `unavailable`; the signal's reason when
 *   the run is aborted.
 */
export async function runGh(
  program: string,
  host: string,
  args: string[],
  input: string | Uint8Array,
  signal?: AbortSignal,
): Promise<{ stdout: Uint8Array; failed: boolean }> {
  const env = environment();
  const { code, stdout, stderr } = await runProgram(program, {
    args,
    env,
    input,
    signal,
    timeoutMs: ANSWER_TIMEOUT_MS,
    install: "the GitHub CLI (package 'gh')",
  });
  if (stdout.length > 0) return { stdout, failed: code !== 0 };
  if (code === NOT_LOGGED_IN) {
    throw new PlatformFailure("unauthorized", {
      reason: `gh is not logged in to ${host}`,
      hint: `Run 'gh auth login --hostname ${host}'`,
    });
  }
  throw new PlatformFailure("unavailable", { reason: `gh failed, ${said(stderr, env)}` });
}

function environment(): Record<string, string> {
  const env: Record<string, string> = {
    GH_PROMPT_DISABLED: "1",
    GH_NO_UPDATE_NOTIFIER: "1",
    NO_COLOR: "1",
  };
  for (const name of PASSED_ON) {
    const value = Deno.env.get(name);
    if (value !== undefined) env[name] = value;
  }
  return env;
}

/** The first line `gh` wrote about a failure, without any token of its environment. */
function said(stderr: Uint8Array, env: Record<string, string>): string {
  let text = new TextDecoder().decode(stderr.subarray(0, 4096));
  for (const [name, value] of Object.entries(env)) {
    if (name.endsWith("TOKEN") && value !== "") text = text.replaceAll(value, "***");
  }
  const line = text.split("\n").find((one) => one.trim() !== "") ?? "without a word";
  return terminalLine(line).slice(0, 200);
}
