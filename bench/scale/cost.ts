import { cpuUsage } from "node:process";
import { familyTime } from "./process_tree.ts";

/**
 * What work in this process costs, with that of the database whose first process is `postgres`: by the
 * clock and in processor time, in milliseconds.
 */
export async function costOf(
  postgres: number | undefined,
  work: () => Promise<unknown>,
) {
  const database = () => postgres === undefined ? 0 : familyTime(postgres);
  const [began, own, theirs] = [performance.now(), cpuUsage(), database()];
  await work();
  const { user, system } = cpuUsage(own);
  return {
    took: performance.now() - began,
    processor: (user + system) / 1000 + database() - theirs,
  };
}
