// Run as a program, it does what a task says. Just before each change of the disk it copies what a kill
// would leave behind there; or it does kill itself, before the change whose number is given.
import { equal, ok } from "node:assert/strict";
import { unlessGone } from "../base/files/remove.ts";
import { copyFolder } from "./copied.ts";
import { beforeEachChange } from "./each_change.ts";
import { workspaceProcess } from "./process.ts";
import { withoutSync } from "./without_sync.ts";

/** What is done, with arguments that JSON can hold. */
interface Killed {
  /** Absolute path of a module. */
  module: string;
  /** The function of it that is called. */
  call: string;
  args: unknown[];
}

type Task = Killed & { place: string; copies: string; killBefore?: number };

/** SVC_TEST_KILLS=3 takes another sample, SVC_TEST_KILLS=all takes all. */
const KILLS = Deno.env.get("CI") === "true" ? "all" : Deno.env.get("SVC_TEST_KILLS") ?? "1";

/** Whether a state is tried: the first ones, the last, and one in five of the rest. */
function isSampled(number: number, count?: number): boolean {
  return KILLS === "all" || number <= 10 || number === count || number % 5 === Number(KILLS) % 5;
}

/**
 * Has a process do something to the folder `place`, as it is now, and keeps what it would leave there when
 * killed before each change of the disk. What the whole makes of `place` is there afterwards. States
 * are tried at the same place, as files may name it.
 */
export async function killedAnywhere(place: string, killed: Killed): Promise<{
  /** How many changes there are. */
  count: number;
  /** Goes on from each state; from a sample of them outside of CI. */
  each(goOn: (number: number) => Promise<void>): Promise<void>;
  /** Puts a state back into the place. */
  restore(number: number): void;
}> {
  const [start, copies, whole] = [`${place}.start`, `${place}.killed`, `${place}.whole`];
  const run = async (killBefore?: number) => {
    copyFolder(start, place);
    const file = `${place}.task.json`;
    await Deno.writeTextFile(file, JSON.stringify({ ...killed, place, copies, killBefore }));
    const { signal, code, stdout } = await workspaceProcess(import.meta.filename!, file).output();
    equal(signal, killBefore === undefined ? null : "SIGKILL");
    ok(signal !== null || code === 0, `exit code ${code}`);
    return Number(new TextDecoder().decode(stdout));
  };
  copyFolder(place, start);
  await Deno.remove(copies, { recursive: true }).catch(unlessGone);
  await Deno.mkdir(copies);
  const count = await run();
  copyFolder(place, whole);
  // The last is there in any sample, as a process left it that was killed.
  for (const number of KILLS === "all" ? [Math.ceil(count / 2), count] : [count]) {
    await run(number);
    await assertSame(place, `${copies}/${number}`);
  }
  copyFolder(whole, place);
  const restore = (number: number) => copyFolder(`${copies}/${number}`, place);
  return {
    count,
    restore,
    async each(goOn) {
      using _disk = withoutSync();
      for (let number = 1; number <= count; number++) {
        if (!isSampled(number, count)) continue;
        restore(number);
        await goOn(number).catch((error) => {
          throw new Error(`killed before change ${number} of ${count}: ${error.message}`, {
            cause: error,
          });
        });
      }
    },
  };
}

/** Refuses a copy that is not what a killed process left. */
async function assertSame(left: string, copy: string): Promise<void> {
  const { stdout } = await new Deno.Command("diff", { args: ["-r", left, copy] }).output();
  equal(new TextDecoder().decode(stdout), "");
}

if (import.meta.main) {
  const text = await Deno.readTextFile(Deno.args[0]!);
  const { module, call, args, place, copies, killBefore } = JSON.parse(text) as Task;
  const { [call]: work } = await import(module);
  using _sync = withoutSync();
  let changes = 0;
  using _disk = beforeEachChange(place, () => {
    changes++;
    if (killBefore === undefined ? isSampled(changes) : changes === killBefore) {
      copyFolder(place, `${copies}/${changes}`);
    }
    if (changes === killBefore) Deno.kill(Deno.pid, "SIGKILL");
  });
  await work(...args);
  Deno.stdout.writeSync(new TextEncoder().encode(`${changes}\n`));
}
