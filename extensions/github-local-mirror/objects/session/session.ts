import { PlatformFailure } from "../../../platform/failure.ts";
import { environmentOf } from "../../../platform/git/git.ts";
import { gitFailure } from "../../../platform/git/failure.ts";
import type { Objects } from "../repository/objects.ts";
import { type Incoming, incoming } from "./incoming.ts";

/** A git that stays and answers line by line, so that thousands of questions need one process. */
export interface Session extends AsyncDisposable {
  /** Sends lines; each has to end with a line end. */
  ask(lines: string): Promise<void>;
  /** Says that nothing more is asked. */
  close(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
  /** What it answers. */
  answers: Incoming;
  /** @throws PlatformFailure when it ended with anything but 0 */
  ended(): Promise<void>;
}

/** Bytes of its errors that are kept. */
const LAST_WORDS = 16_384;

/**
 * Starts git in the bare repository, with no token. It is ended when it is disposed and when the run
 * is aborted.
 */
export function startSession(objects: Objects, args: readonly string[]): Session {
  const { cwd, env = {}, settings = [] } = objects.options;
  objects.signal.throwIfAborted();
  const child = new Deno.Command("git", {
    args: [...args],
    cwd,
    env: environmentOf({ env, settings }),
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    signal: objects.signal,
  }).spawn();
  const writer = child.stdin.getWriter();
  const encoder = new TextEncoder();
  const said = lastWords(child.stderr);
  const answers = incoming(child.stdout, async () => {
    objects.signal.throwIfAborted();
    await check();
    throw new PlatformFailure("git_failed", { reason: `git ${args[0]} ended in an answer` });
  });
  const check = async () => {
    const { code } = await child.status;
    objects.signal.throwIfAborted();
    if (code !== 0) throw await gitFailure(args[0] ?? "", code, await said, []);
  };
  const kill = () => {
    try {
      child.kill("SIGKILL");
    } catch { /* it has ended */ }
  };
  return {
    answers,
    kill,
    async ask(lines) {
      try {
        await writer.write(encoder.encode(lines));
      } catch {
        // It has ended; why, its answers tell.
      }
    },
    close: () => writer.close().catch(() => {}),
    ended: check,
    async [Symbol.asyncDispose]() {
      kill();
      await writer.abort().catch(() => {});
      await answers.cancel();
      await child.status;
      await said;
    },
  };
}

async function lastWords(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const piece of stream) {
    text = (text + decoder.decode(piece, { stream: true })).slice(-LAST_WORDS);
  }
  return text;
}
