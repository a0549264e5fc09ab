import { assertModestJson } from "@svc/core/json";

/** Digits from which a number may be more than a double holds exactly. */
const LONG_NUMBER = /[0-9]{16}/;

/** The longest number that is read digit by digit. */
const MOST_DIGITS = 1000;

/**
 * Reads a JSON text of a stranger for CEL. Mappings become Maps, so that no key of theirs (`__proto__`,
 * `constructor`) is one of the language; of a key that comes twice the last counts, as everywhere in
 * JavaScript. A whole number that a double does not hold exactly becomes a bigint.
 *
 * @throws Error saying why it is not taken, in words without a part of the text
 */
export function readBody(text: string): unknown {
  // What walks through values here calls itself for each level.
  assertModestJson(text);
  let value: unknown;
  try {
    value = LONG_NUMBER.test(text) ? JSON.parse(text, exactNumber) : JSON.parse(text);
  } catch (error) {
    if (error instanceof Unheld) throw error;
    throw new Error("it is not valid JSON");
  }
  return mapsOf(value);
}

class Unheld extends Error {}

function exactNumber(_: string, value: unknown, { source }: { source?: string } = {}): unknown {
  if (typeof value !== "number" || source === undefined) return value;
  if (!/^-?[0-9]+$/.test(source) || Number.isSafeInteger(value)) return value;
  if (source.length > MOST_DIGITS) throw new Unheld("it holds a number of too many digits");
  return BigInt(source);
}

function mapsOf(value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new Unheld("it holds a number that is too large");
  }
  if (Array.isArray(value)) return value.map(mapsOf);
  if (typeof value !== "object" || value === null) return value;
  return new Map(Object.entries(value).map(([key, item]) => [key, mapsOf(item)]));
}
