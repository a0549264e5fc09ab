import { createRandom, type Random } from "./random/mod.ts";

/**
 * Decides in which form answers come: the order of their keys, and the keys that nobody knows. It is
 * always the same unless `CODEHOST_SEED` says otherwise, so that a test that fails fails again.
 */
export const FORM_SEED: number = seedIn(Deno.env.get("CODEHOST_SEED"));

function seedIn(given: string | undefined): number {
  if (given === undefined) return 22;
  const seed = Number(given);
  if (!Number.isInteger(seed)) throw new Error(`CODEHOST_SEED is '${given}', and not a number`);
  // A test that fails without one of the host's own errors does not show it.
  Deno.stderr.writeSync(new TextEncoder().encode(`CODEHOST_SEED=${seed}\n`));
  return seed;
}

/** What decides about the form of the `count`th answer of an operation. */
export function formOf(route: string, count: number): Random {
  let mixed = FORM_SEED ^ Math.imul(count, 0x9e3779b1);
  for (let index = 0; index < route.length; index++) {
    mixed = Math.imul(mixed ^ route.charCodeAt(index), 0x01000193);
  }
  return createRandom(mixed);
}
