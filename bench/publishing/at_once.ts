import { BUDGETS } from "../budget/budgets.ts";
import { report } from "../budget/report.ts";
import { quantile, say } from "../registry/numbers.ts";
import { announce } from "./announce.ts";
import { bareCommits, docsAlone } from "./floor.ts";

/** Publications that are confirmed at the same time. */
export interface Batch {
  what: string;
  /** Of the p99, in seconds. */
  budget: "publish" | "publishLarge";
  archives: readonly { name: string; bytes: Uint8Array<ArrayBuffer>; source: string }[];
}

/** A server under test: its address, a key, and for how long its loop stood still since last asked. */
export interface Tested {
  url: string;
  key: string;
  stalled(): Promise<number>;
}

/** Confirms a batch at once, some times over, beside what it is made of. */
export async function atOnce(
  { url, key, stalled }: Tested,
  folder: string,
  { what, budget, archives }: Batch,
  repacked: (n: number, version: string) => Promise<Uint8Array<ArrayBuffer>>,
  rounds: number,
): Promise<void> {
  const times: number[] = [];
  const stalls: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const confirms = [];
    for (const [n, { name }] of archives.entries()) {
      const version = `2026.01.03.${round}`;
      confirms.push(await announce(url, key, name, version, await repacked(n, version)));
    }
    await stalled();
    times.push(...await Promise.all(confirms.map((confirm) => confirm())));
    stalls.push(await stalled());
  }
  const commits = await bareCommits(folder, archives.map(({ bytes }) => bytes));
  await stalled();
  const docs = await docsAlone(archives.map(({ source }) => source));
  const idle = await stalled();
  const p99 = quantile(times, 0.99);
  report(budget, p99 / 1000);
  const packed = archives.map(({ bytes }) => bytes.length / 1000);
  say(
    `${archives.length} publications at once, ${what} (packed p50 ${
      quantile(packed).toFixed(0)
    } kB, ` +
      `max ${quantile(packed, 1).toFixed(0)} kB): p50 ${(quantile(times) / 1000).toFixed(2)} s, ` +
      `p99 ${(p99 / 1000).toFixed(2)} s (aim on two quiet cores: below ${
        BUDGETS[budget].budget
      } s)`,
  );
  say(
    `  p99 ${(p99 / docs).toFixed(2)}x of deno doc alone over the same sources, ` +
      `${(p99 / quantile(commits, 0.99)).toFixed(1)}x of a bare handler with one durable commit; ` +
      `longest stall of the server's loop ${quantile(stalls, 1).toFixed(0)} ms, median of ` +
      `${rounds} rounds ${quantile(stalls).toFixed(0)} ms (aim: below 20); of a server that does ` +
      `nothing beside the same deno doc ${idle.toFixed(0)} ms`,
  );
}
