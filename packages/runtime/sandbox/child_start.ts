import {
  besideOf,
  type ChildCommand,
  childCommand,
  childMain,
  type ChildProgram,
  spawnChild,
} from "./child_command.ts";
import type { ScratchFolders } from "./scratch.ts";
import { type ThrowAwayFolder, throwAwayFolder } from "../base/process/throw_away.ts";

/** What to start: a program without what is made for one start of it. */
export type ChildToStart =
  & Omit<ChildProgram, "main" | "denoDir" | "mark">
  & {
    /** True when the method was granted programs. */
    startsPrograms: boolean;
  };

/** A child that was started, and what was made for it. */
export interface BegunChild {
  process: Deno.ChildProcess;
  denoDir: ThrowAwayFolder;
  /** By which what it starts is recognised; a method that may start no program leaves none behind. */
  mark: string | undefined;
}

/**
 * A child that was started before anything of the run was known for certain. It has loaded our own code
 * and waits for its hello; of the bundle no line has run. Disposing of it ends it, unless it was handed
 * over.
 */
export interface WaitingChild extends AsyncDisposable {
  /** The folders that it was started for. They are the run's, whatever becomes of the child. */
  scratch: ScratchFolders;
  /**
   * The child, where it was started with exactly this command and the bundle is still what it was then;
   * undefined and ended where anything differs. It is whoever has it that ends it.
   *
   * @param commandFor the command, with what was made for the child's start
   */
  handOver(commandFor: (made: Omit<BegunChild, "process">) => ChildCommand): Promise<
    BegunChild | undefined
  >;
}

/** What a run may begin with, and what the next one may. */
export interface EarlyStart {
  /** The child that waits; given once. */
  take(): WaitingChild | undefined;
  /**
   * Remembers how a run's child was started, for the next run of the same command line. That it could
   * not be remembered is no failure.
   *
   * @param scratch the folder of the run that stands in it
   */
  remember(program: ChildToStart, scratch: string): Promise<void>;
}

/** The program that a child runs, started now, or the one that waits for it already. */
export async function startChild(
  program: ChildToStart,
  waiting: WaitingChild | undefined,
): Promise<BegunChild> {
  const main = childMain(program, await besideOf(program.bundle));
  const commandFor = (made: Omit<BegunChild, "process">) =>
    childCommand({ ...program, main, ...made });
  const mark = program.startsPrograms ? crypto.randomUUID() : undefined;
  const handed = await waiting?.handOver(({ denoDir, mark: marked }) =>
    commandFor({ denoDir, mark: mark && (marked ?? mark) })
  );
  if (handed !== undefined) return handed;
  const denoDir = await throwAwayFolder({ module: program.bundle, main });
  try {
    return { process: spawnChild(commandFor({ denoDir, mark })), denoDir, mark };
  } catch (error) {
    await denoDir.remove();
    throw error;
  }
}
