import { PlatformFailure } from "../../../platform/failure.ts";
import { gitFailure } from "../../../platform/git/failure.ts";
import { environmentOf } from "../../../platform/git/git.ts";
import type { Objects } from "../repository/objects.ts";

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

/** Bytes as they come, taken apart without keeping more than is asked for. */
export interface Incoming {
  /** Everything up to the next such byte, which is dropped. The bytes are good until the next call. */
  until(byte: number): Promise<Uint8Array>;
  /** So many bytes, good until the next call. */
  exactly(count: number): Promise<Uint8Array>;
  /** The next byte, which stays. */
  peek(): Promise<number>;
  /** Drops so many bytes. */
  skip(count: number): Promise<void>;
  /** What has come and was not taken yet, at least one byte; undefined at the end. */
  some(): Promise<Uint8Array | undefined>;
  /** Gives up the rest. */
  cancel(): Promise<void>;
}

/** @param early called, to throw, when the stream ends in what is asked for */
export function incoming(
  stream: ReadableStream<Uint8Array>,
  early: () => Promise<never>,
): Incoming {
  const reader = stream.getReader();
  let held: Uint8Array<ArrayBufferLike> = new Uint8Array(0);
  /** Reads on; false at the end. */
  const more = async (): Promise<boolean> => {
    const { value } = await reader.read();
    if (value === undefined) return false;
    held = held.length === 0 ? value : joined(held, value);
    return true;
  };
  const take = (count: number): Uint8Array => {
    const taken = held.subarray(0, count);
    held = held.subarray(count);
    return taken;
  };
  return {
    async until(byte) {
      let from = 0;
      while (true) {
        const at = held.indexOf(byte, from);
        if (at >= 0) {
          const taken = take(at);
          take(1);
          return taken;
        }
        from = held.length;
        if (!await more()) return await early();
      }
    },
    async exactly(count) {
      while (held.length < count) if (!await more()) return await early();
      return take(count);
    },
    async peek() {
      while (held.length === 0) if (!await more()) return await early();
      return held[0]!;
    },
    async skip(count) {
      let left = count;
      while (left > held.length) {
        left -= take(held.length).length;
        if (!await more()) return await early();
      }
      take(left);
    },
    async some() {
      if (held.length === 0 && !await more()) return undefined;
      return take(held.length);
    },
    async cancel() {
      await reader.cancel().catch(() => {});
    },
  };
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
