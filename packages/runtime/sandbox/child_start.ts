import {
  besideOf,
  childCommand,
  childMain,
  type ChildProgram,
  spawnChild,
} from "./child_command.ts";
import { type ThrowAwayFolder, throwAwayFolder } from "../base/process/throw_away.ts";

/** What to start: a program without what is made for one start of it. */
export type ChildToStart =
  & Omit<ChildProgram, "main" | "denoDir" | "mark">
  & {
    /** True when the method was granted programs. */
    startsPrograms: boolean;
  };

/** A child that was started, and what was made for it. */
interface BegunChild {
  process: Deno.ChildProcess;
  denoDir: ThrowAwayFolder;
  /** By which what it starts is recognised; a method that may start no program leaves none behind. */
  mark: string | undefined;
}

/** Starts the program of a child. */
export async function startChild(program: ChildToStart): Promise<BegunChild> {
  const main = childMain(program, await besideOf(program.bundle));
  const mark = program.startsPrograms ? crypto.randomUUID() : undefined;
  const denoDir = await throwAwayFolder({ module: program.bundle, main });
  try {
    return {
      process: spawnChild(childCommand({ ...program, main, denoDir, mark })),
      denoDir,
      mark,
    };
  } catch (error) {
    await denoDir.remove();
    throw error;
  }
}
