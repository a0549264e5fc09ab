import { PlatformFailure } from "../platform/failure.ts";
import { type ProgramOutput, runProgram } from "../platform/program.ts";
import { SecretFailure } from "../platform/secrets/failure.ts";

/** Longest time of one call of pass, in milliseconds: svc gives a vault 30 s for an answer. */
const TIMEOUT_MS = 20_000;

/** Bytes that pass may print: many thousand names, or a value and what gpg tells. */
const MOST_BYTES = 4 * 1024 * 1024;

/** How a call of pass ended. */
export interface PassOutput {
  code: number;
  stdout: Uint8Array;
  /** What pass, gpg and git said. Values never go there. */
  said: string;
}

/** Runs `pass` in the environment of a vault; see `environmentOf`. */
export type Pass = (args: readonly string[], input?: string) => Promise<PassOutput>;

/**
 * `pass` as a function. A value goes to its standard input, never into an argument or a variable.
 *
 * @param timeoutMs after which it is ended; 20 s unless given
 */
export function passIn(env: Readonly<Record<string, string>>, timeoutMs = TIMEOUT_MS): Pass {
  return async (args, input = "") => {
    const { code, stdout, stderr } = await run(args, env, input, timeoutMs);
    const said = new TextDecoder().decode(stderr);
    if (code === 127 || /^\S*pass: line \d+: gpg2?: command not found$/m.test(said)) {
      throw new SecretFailure(
        "not_set_up",
        "pass did not find gpg",
        "Install GnuPG (package 'gnupg')",
      );
    }
    return { code, stdout, said };
  };
}

async function run(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input: string,
  timeoutMs: number,
): Promise<ProgramOutput> {
  try {
    return await runProgram("pass", {
      args,
      env,
      input,
      timeoutMs,
      maxBytes: MOST_BYTES,
      // Nothing of the folder that svc works in is looked at.
      cwd: "/",
      install: "the standard unix password manager (package 'pass')",
    });
  } catch (error) {
    if (!(error instanceof PlatformFailure)) throw error;
    const [reason = "", hint = ""] = error.reason.split(/\. (?=[A-Z])/);
    if (error.code === "no_program") throw new SecretFailure("not_set_up", reason, hint);
    throw new SecretFailure(
      "unavailable",
      reason,
      "Check that 'pass ls' works in a terminal, then run again",
    );
  }
}
