/** A server in a process of its own that says its address in the first line it prints. */
export interface ServerProcess {
  url: string;
  port: number;
  pid: number;
  /** Processor time that the process has taken so far, in milliseconds. */
  processorTime(): number;
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
    pid: child.pid,
    processorTime: () => processorTime(child.pid),
    async stop() {
      child.kill("SIGTERM");
      await reader.cancel();
      await child.status;
    },
  };
}

/** Ticks a second in which the system counts, on every Linux there is. */
const TICKS = 100;

/** User and system time of a process with all its threads, in milliseconds. */
export function processorTime(pid: number): number {
  const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 1000 / TICKS;
}
