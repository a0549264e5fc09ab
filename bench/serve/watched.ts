import type { Repository } from "@svc/runtime/repository";
import { TextLineStream } from "./lines.ts";

/** `svc serve` in a process of its own. */
export interface WatchedServer extends AsyncDisposable {
  url: string;
  port: number;
  /** How long its event loop was held up at most since this was asked last, in milliseconds. */
  stall(): Promise<number>;
}

/** Starts one over a repository. */
export async function watchedServer(repository: Repository): Promise<WatchedServer> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "-A", "--no-check", `${import.meta.dirname}/watched_main.ts`],
      repository.root,
      repository.config!,
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream())
    .pipeThrough(new TextLineStream()).getReader();
  const line = async () => {
    const { value, done } = await lines.read();
    if (done) throw new Error("the server ended");
    return value;
  };
  const url = (await line()).slice("at ".length);
  const writer = child.stdin.getWriter();
  return {
    url,
    port: Number(new URL(url).port),
    async stall() {
      await writer.write(new TextEncoder().encode("\n"));
      return Number((await line()).slice("stall ".length));
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await writer.abort().catch(() => {});
      await lines.cancel();
      await child.status;
    },
  };
}
