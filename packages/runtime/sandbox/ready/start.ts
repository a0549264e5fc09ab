import type { EarlyStart, WaitingChild } from "../child_start.ts";
import { besideOf } from "../child_command.ts";
import { keep, recall } from "./memory.ts";
import { rememberedIn } from "./place.ts";
import { programOf, remembered, sameProgram } from "./program.ts";
import { startWaiting, type Waiting } from "./waiting.ts";

/** An early start that belongs to this process: what nobody took is ended when it is disposed of. */
export interface OwnEarlyStart extends EarlyStart, AsyncDisposable {}

/**
 * Starts the child of `svc behavior run` as it was started last, before svc has loaded what finds out
 * what is to run. Meanwhile the child loads our own code; it is used only where the run then comes to
 * exactly the same command. Loaded before everything else, so it imports little.
 *
 * @param words of the command line, after `behavior run`
 * @returns undefined for a command line that is not clearly a run here
 */
export async function startEarly(words: readonly string[]): Promise<OwnEarlyStart | undefined> {
  let waiting: Waiting | undefined;
  let file: string | undefined;
  try {
    file = rememberedIn(words, { cwd: Deno.cwd(), env: (name) => Deno.env.get(name) });
    const known = file === undefined ? undefined : recall(file);
    waiting = known && await startWaiting(known);
  } catch {
    // The run starts a child by itself then, and says what is wrong.
  }
  if (file === undefined) return undefined;
  let taken = false;
  return {
    take(): WaitingChild | undefined {
      if (taken) return undefined;
      taken = true;
      return waiting;
    },
    async remember(program, scratch) {
      if (waiting?.handedOver) return;
      try {
        const known = remembered(program, scratch, await besideOf(program.bundle));
        if (sameProgram(programOf(known, scratch), program)) await keep(file, known);
      } catch {
        // The next run starts as this one did.
      }
    },
    async [Symbol.asyncDispose]() {
      if (taken || waiting === undefined) return;
      await waiting[Symbol.asyncDispose]();
      await waiting.scratch[Symbol.asyncDispose]();
    },
  };
}
