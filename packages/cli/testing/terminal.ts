/** A process on a pseudo-terminal, driven as a person would. */
export interface Terminal extends AsyncDisposable {
  /**
   * Waits until the screen has shown `pattern` since the last answer, and returns what matched.
   * Fails when the process ends first.
   */
  shows(pattern: RegExp): Promise<string>;
  /** Types, as keys arrive: `\r` is Enter, `\x03` is Ctrl-C. */
  type(keys: string): Promise<void>;
  /** Everything shown, and the exit code, once the process has ended. */
  ended(): Promise<{ code: number; screen: string }>;
}

/** True where `script` of the Debian package bsdutils can be run, which makes the pseudo-terminal. */
export const HAS_TERMINAL: boolean = await new Deno.Command("script", {
  args: ["-qec", "true", "/dev/null"],
  stdin: "null",
  stdout: "null",
  stderr: "null",
}).output().then(({ success }) => success, () => false);

/** Runs the real launcher with `argv` on a pseudo-terminal. */
export function onTerminal(
  launcher: string,
  argv: readonly string[],
  env: Record<string, string>,
): Terminal {
  const quoted = [launcher, ...argv].map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
  // A pseudo-terminal is born without a size, and questions are drawn to fit.
  const command = `stty cols 80 rows 24; exec ${quoted.join(" ")}`;
  const child = new Deno.Command("script", {
    args: ["-qefc", command, "/dev/null"],
    // So that a question nobody expected fails the test rather than hold it up.
    signal: AbortSignal.timeout(60_000),
    clearEnv: true,
    env: {
      PATH: Deno.env.get("PATH")!,
      SHELL: "/bin/sh",
      TERM: "xterm",
      // A test that wants the notice of a newer client asks for it.
      SVC_NO_UPDATE_NOTICE: "1",
      ...env,
    },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const keys = child.stdin.getWriter();
  let screen = "";
  let seen = 0;
  let over = false;
  let wake = Promise.withResolvers<void>();
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) {
      screen += decoder.decode(chunk, { stream: true });
      wake.resolve();
    }
    over = true;
    wake.resolve();
  })();
  return {
    async shows(pattern) {
      for (;;) {
        const found = pattern.exec(screen.slice(seen));
        if (found) {
          seen += found.index + found[0].length;
          return found[0];
        }
        if (over) throw new Error(`ended without ${pattern}:\n${screen}`);
        await wake.promise;
        wake = Promise.withResolvers<void>();
      }
    },
    type: (text) => keys.write(new TextEncoder().encode(text)),
    async ended() {
      const [{ code }] = await Promise.all([child.status, reading]);
      return { code, screen };
    },
    async [Symbol.asyncDispose]() {
      await keys.close().catch(() => {});
      try {
        child.kill();
      } catch {
        // It has ended.
      }
      await Promise.all([child.status, reading]);
    },
  };
}
