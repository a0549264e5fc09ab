/** The value below which `share` of the values lie; the median unless told otherwise. */
export function quantile(values: readonly number[], share = 0.5): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

/** Prints a line. */
export function say(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

/** `1.23x (aim …: met)`; `atMost` tells which side of the aim is the good one. */
export function verdict(ratio: number, aim: number, side: "at least" | "at most"): string {
  const met = side === "at least" ? ratio >= aim : ratio <= aim;
  return `${ratio.toFixed(2)}x (aim ${side} ${aim}x: ${met ? "met" : "missed"})`;
}

/** What else the machine was doing, as its load over a minute; other work lowers every figure. */
export function machine(): string {
  const [load] = Deno.loadavg();
  return `${navigator.hardwareConcurrency} cores, load ${load!.toFixed(1)}`;
}
