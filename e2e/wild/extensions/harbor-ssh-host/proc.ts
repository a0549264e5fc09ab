/** What a program gave back. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a program; `stdin` is written to it, and it is killed after `timeoutMs`. */
export async function runProgram(
  bin: string,
  args: string[],
  opts: { stdin?: string; timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<Outcome> {
  const child = new Deno.Command(bin, {
    args,
    stdin: opts.stdin !== undefined ? "piped" : "null",
    stdout: "piped",
    stderr: "piped",
    signal: opts.signal,
  }).spawn();
  const timer = setTimeout(() => {
    try {
      child.kill("SIGTERM");
    } catch {
      // ended already
    }
  }, opts.timeoutMs ?? 30_000);
  try {
    if (opts.stdin !== undefined) {
      const writer = child.stdin.getWriter();
      await writer.write(new TextEncoder().encode(opts.stdin));
      await writer.close();
    }
    const { code, stdout, stderr } = await child.output();
    return {
      code,
      stdout: new TextDecoder().decode(stdout),
      stderr: new TextDecoder().decode(stderr),
    };
  } finally {
    clearTimeout(timer);
  }
}

/** Runs a command line given as a list, with nothing of the environment but what is named. */
export async function runClean(cmd: string[]): Promise<string> {
  const env = { PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin", LANG: "C" };
  const out = await new Deno.Command(cmd[0], {
    args: cmd.slice(1),
    clearEnv: true,
    env,
    stdout: "piped",
    stderr: "null",
  }).output();
  return new TextDecoder().decode(out.stdout).trim();
}
