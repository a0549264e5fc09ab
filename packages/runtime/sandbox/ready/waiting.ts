import { killerOf } from "../../base/process/group.ts";
import { throwAwayFolder } from "../../base/process/throw_away.ts";
import { type ChildCommand, childCommand, spawnChild } from "../child_command.ts";
import type { WaitingChild } from "../child_start.ts";
import { scratchFolders } from "../scratch.ts";
import { mainOf, programOf, type RememberedProgram } from "./program.ts";
import { bundleStamp } from "./stamp.ts";

/** A child that waits, and whether it still does. */
export interface Waiting extends WaitingChild {
  readonly pid: number;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
  /** True once it is somebody else's. */
  readonly handedOver: boolean;
}

/**
 * Starts the child of a run as the last one was started. It loads our own code and waits for its hello;
 * without one it ends with svc.
 *
 * @returns undefined where Deno has nothing compiled of it, so that little would be won
 */
export async function startWaiting(known: RememberedProgram): Promise<Waiting | undefined> {
  const stamp = bundleStamp(known.bundle);
  if (stamp === undefined) return undefined;
  await using made = new AsyncDisposableStack();
  const scratch = made.use(await scratchFolders());
  const main = mainOf(known);
  const program = programOf(known, scratch.path);
  const denoDir = await throwAwayFolder({ module: program.bundle, main });
  made.defer(denoDir.remove);
  if (!denoDir.restored) return undefined;
  const mark = program.startsPrograms ? crypto.randomUUID() : undefined;
  const command = childCommand({ ...program, main, denoDir, mark });
  const process = spawnChild(command);
  // From here on they go with the child.
  made.move();
  let over = false;
  let state: "waiting" | "handed over" | "gone" = "waiting";
  const ended = process.status.then(() => void (over = true));
  // Also where svc ends in the middle of something.
  const kill = killerOf(process);
  addEventListener("unload", kill);
  const end = async () => {
    if (state !== "waiting") return;
    state = "gone";
    kill();
    await ended;
    removeEventListener("unload", kill);
    const streams = [process.stdout.cancel(), process.stderr.cancel(), process.stdin.abort()];
    await Promise.allSettled(streams);
    await denoDir.remove();
  };
  return {
    pid: process.pid,
    ended,
    scratch,
    get handedOver() {
      return state === "handed over";
    },
    async handOver(commandFor) {
      if (state !== "waiting") return undefined;
      const same = !over && sameCommand(command, commandFor({ denoDir, mark })) &&
        bundleStamp(known.bundle) === stamp;
      if (!same) {
        await end();
        return undefined;
      }
      state = "handed over";
      removeEventListener("unload", kill);
      return { process, denoDir, mark };
    },
    [Symbol.asyncDispose]: end,
  };
}

/** True for two commands that are the same in every word and variable. */
function sameCommand(one: ChildCommand, other: ChildCommand): boolean {
  const text = ({ program, args, cwd, environment, permissions }: ChildCommand) =>
    JSON.stringify([program, args, cwd, Object.entries(environment).sort(), permissions]);
  return text(one) === text(other);
}
