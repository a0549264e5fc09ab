import { BUDGETS } from "../budget/budgets.ts";
import { report } from "../budget/report.ts";
import { quantile, say } from "../registry/numbers.ts";
import { announce } from "./announce.ts";

/** Publications that are confirmed at the same time. */
interface Batch {
  what: string;
  /** Of the p99, in seconds. */
  budget: "publish" | "publishLarge";
  names: readonly string[];
  /** The archive of the n-th. */
  packed(n: number, about: { name: string; version: string }): Promise<Uint8Array<ArrayBuffer>>;
  rounds: number;
}

/** A server under test: its address, a key, and for how long its loop stood still since last asked. */
export interface Tested {
  url: string;
  key: string;
  stalled(): Promise<number>;
}

/** Confirms a batch at once, some times over. */
export async function atOnce(
  { url, key, stalled }: Tested,
  { what, budget, names, packed, rounds }: Batch,
): Promise<void> {
  const times: number[] = [];
  const stalls: number[] = [];
  const sizes: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const confirms = [];
    for (const [n, name] of names.entries()) {
      const version = `2026.01.03.${round}`;
      const bytes = await packed(n, { name, version });
      sizes.push(bytes.length / 1000);
      confirms.push(await announce(url, key, name, version, bytes));
    }
    await stalled();
    times.push(...await Promise.all(confirms.map((confirm) => confirm())));
    stalls.push(await stalled());
  }
  const p99 = quantile(times, 0.99);
  report(budget, p99 / 1000);
  say(
    `${names.length} publications at once, ${what} (packed p50 ${quantile(sizes).toFixed(0)} kB, ` +
      `max ${quantile(sizes, 1).toFixed(0)} kB): p50 ${(quantile(times) / 1000).toFixed(2)} s, ` +
      `p99 ${(p99 / 1000).toFixed(2)} s (aim on two quiet cores: below ${
        BUDGETS[budget].budget
      } s); longest stall of the server's loop ${quantile(stalls, 1).toFixed(0)} ms, median of ` +
      `${rounds} rounds ${quantile(stalls).toFixed(0)} ms (aim: below 20)`,
  );
}
