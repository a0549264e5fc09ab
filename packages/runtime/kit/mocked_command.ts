/** What a program is made to answer. */
export interface CommandOutput {
  stdout?: string | Uint8Array;
  stderr?: string | Uint8Array;
  /** Default 0, or 1 with `success: false`. */
  code?: number;
  success?: boolean;
}

/** Answers in place of a program. */
export type CommandHandler = (
  command: string,
  args: string[],
  options: Deno.CommandOptions,
) => CommandOutput | Promise<CommandOutput>;

/** A program that would have been started. */
export interface CommandCall {
  command: string;
  args: string[];
  options: Deno.CommandOptions;
}

/**
 * Runs `work` with a `Deno.Command` that starts nothing: each call is answered by a function, or by the
 * next of a list.
 */
export async function withMockedCommand<Result>(
  handler: CommandHandler | readonly CommandOutput[],
  work: () => Result | Promise<Result>,
): Promise<{ result: Result; calls: CommandCall[] }> {
  const calls: CommandCall[] = [];
  const answer: CommandHandler = (command, args, options) => {
    if (typeof handler === "function") return handler(command, args, options);
    const next = handler[calls.length - 1];
    if (next === undefined) throw new Error(`No output is left for '${command}'`);
    return next;
  };
  class MockedCommand {
    #ask: () => CommandOutput | Promise<CommandOutput>;
    constructor(command: string | URL, options: Deno.CommandOptions = {}) {
      this.#ask = () => {
        const call = { command: String(command), args: [...options.args ?? []], options };
        calls.push(call);
        return answer(call.command, call.args, options);
      };
    }
    async output() {
      return outputOf(await this.#ask());
    }
    outputSync() {
      const given = this.#ask();
      if (given instanceof Promise) throw new Error("outputSync takes no promise");
      return outputOf(given);
    }
    spawn() {
      const done = Promise.resolve(this.#ask()).then(outputOf);
      done.catch(() => {});
      const stream = (which: "stdout" | "stderr") =>
        new ReadableStream<Uint8Array>({
          async start(controller) {
            const bytes = (await done)[which];
            if (bytes.length > 0) controller.enqueue(bytes);
            controller.close();
          },
        });
      return {
        pid: 0,
        stdin: new WritableStream<Uint8Array>(),
        stdout: stream("stdout"),
        stderr: stream("stderr"),
        status: done.then(({ success, code, signal }) => ({ success, code, signal })),
        output: () => done,
        kill: () => {},
        ref: () => {},
        unref: () => {},
      };
    }
  }
  const real = Deno.Command;
  const place = Deno as unknown as { Command: unknown };
  place.Command = MockedCommand;
  try {
    return { result: await work(), calls };
  } finally {
    place.Command = real;
  }
}

function outputOf({ stdout = "", stderr = "", code, success }: CommandOutput) {
  const bytes = (text: string | Uint8Array) =>
    typeof text === "string" ? new TextEncoder().encode(text) : text;
  const exit = code ?? (success === false ? 1 : 0);
  return {
    code: exit,
    success: success ?? exit === 0,
    signal: null,
    stdout: bytes(stdout),
    stderr: bytes(stderr),
  };
}
