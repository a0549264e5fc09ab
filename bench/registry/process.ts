/** A server in a process of its own that says its address in the first line it prints. */
export interface ServerProcess {
  url: string;
  port: number;
  stop(): Promise<void>;
}

/** Starts a script and waits for the address it prints. */
export async function startServer(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<ServerProcess> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-A", "--no-check", script, ...args],
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  while (!said.includes("\n")) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`${script} ended early: ${said}`);
    said += value;
  }
  const url = /http:\/\/[^\s]+/.exec(said)![0];
  return {
    url,
    port: Number(new URL(url).port),
    async stop() {
      child.kill("SIGTERM");
      await reader.cancel();
      await child.status;
    },
  };
}
