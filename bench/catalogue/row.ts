import type { CodeHost } from "@svc/fakes/codehost";

/** A story as it is measured: what it does on a code host, and what it needs there at least. */
export interface Measured {
  /** What a person would call it. */
  name: string;
  /**
   * The least number of requests with which the code host's API gives or changes what the story asks
   * for, and why.
   */
  least: number;
  why: string;
  /** The most requests it may make, where the catalogue promises a bound. */
  bound?: number;
  host: CodeHost;
  /** The runs, one after the other. */
  run(): Promise<unknown>;
}

/** Prints what a story took beside the least it could take; true when it kept to its bound. */
export async function measure({ name, least, why, bound, host, run }: Measured): Promise<boolean> {
  const before = host.received.length;
  const began = performance.now();
  await run();
  const seconds = (performance.now() - began) / 1000;
  const requests = host.received.length - before;
  const kept = bound === undefined || requests <= bound;
  const cells = [
    name.padEnd(52),
    String(requests).padStart(8),
    String(least).padStart(7),
    (least === 0 ? "-" : `${(requests / least).toFixed(2)}x`).padStart(8),
    `${seconds.toFixed(1)} s`.padStart(9),
    `  ${why}`,
  ];
  await say(cells.join("") + "\n");
  if (!kept) await say(`  more than the ${bound} requests it may make\n`);
  return kept;
}

/** The line above the rows. */
export async function heading(): Promise<void> {
  const cells = ["story".padEnd(52), "requests", "  least", "   ratio", "     time", "  least is"];
  await say(cells.join("") + "\n");
}

export async function say(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}
