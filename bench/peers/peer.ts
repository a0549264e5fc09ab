import { processorTime } from "../registry/process.ts";
import { untilItListens } from "../registry/nginx.ts";

/** Another registry with something in it. */
export interface Peer extends AsyncDisposable {
  what: string;
  port: number;
  /** The read that corresponds to ours, and what it takes to be let in. */
  path: string;
  headers?: Record<string, string>;
  processorTime(): number;
}

/** Starts a program that listens on `port`; undefined where there is none, or it does not run. */
export async function startPeer(
  command: readonly string[],
  peer: Pick<Peer, "what" | "port" | "path" | "headers">,
): Promise<Peer | undefined> {
  const [program, ...args] = command;
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(program!, { args, stdin: "null", stdout: "null", stderr: "null" })
      .spawn();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  const ended = child.status.then(() => false);
  if (!await Promise.race([untilItListens(peer.port).then(() => true), ended])) return undefined;
  return {
    ...peer,
    processorTime: () => processorTime(child.pid),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
    },
  };
}
