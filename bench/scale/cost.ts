import { cpuUsage } from "node:process";
import { familyTime } from "./process_tree.ts";

/** Where work was done and for how long, in milliseconds. */
export interface Cost {
  /** From its beginning to its end, by the clock. */
  took: number;
  /** Processor time of this process and of the database. */
  processor: number;
}

/** What work in this process costs, with that of the database whose first process is `postgres`. */
export async function costOf(
  postgres: number | undefined,
  work: () => Promise<unknown>,
): Promise<Cost> {
  const database = () => postgres === undefined ? 0 : familyTime(postgres);
  const [began, own, theirs] = [performance.now(), cpuUsage(), database()];
  await work();
  const { user, system } = cpuUsage(own);
  return {
    took: performance.now() - began,
    processor: (user + system) / 1000 + database() - theirs,
  };
}
