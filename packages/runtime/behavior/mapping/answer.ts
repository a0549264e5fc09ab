import { plainValue } from "../../base/cel/plain.ts";
import { type Mapping, mappingEnvironment } from "./mapping.ts";
import { assertModestJson } from "@svc/core/json";

/** A message of a stranger, and what is to be made of it. */
export interface MappingTask extends Mapping {
  /** JSON, as it came. */
  body: string;
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>;
}

/** What came of a message. */
export type MappingAnswer =
  | { values: Record<string, unknown> }
  /** The filter says no. */
  | { filtered: true }
  /** The message is not JSON that is taken. */
  | { malformed: string }
  /** An expression gives nothing for this message. */
  | { refused: string };

/** Characters of all values as JSON. */
const LARGEST = 1_000_000;

/** Evaluates a mapping. What it gives is never evaluated again. */
export function answerMapping({ body, headers, filter, values }: MappingTask): MappingAnswer {
  let read: unknown;
  try {
    read = readBody(body);
  } catch (error) {
    return { malformed: (error as Error).message };
  }
  const names = { body: read, headers: new Map(Object.entries(headers)) };
  try {
    if (filter !== undefined) {
      const verdict = evaluated(filter, "the filter", names);
      if (verdict === false) return { filtered: true };
      if (verdict !== true) return { refused: "the filter must give true or false" };
    }
    const given = Object.entries(values)
      .map(([name, text]) => [name, evaluated(text, `the input '${name}'`, names)] as const)
      // Left to its default.
      .filter(([, value]) => value !== null);
    const answer = { values: Object.fromEntries(given) };
    if (JSON.stringify(answer).length <= LARGEST) return answer;
    return { refused: `the inputs have more than ${LARGEST} characters` };
  } catch (error) {
    return { refused: (error as Error).message };
  }
}

function evaluated(text: string, what: string, names: Record<string, unknown>): unknown {
  try {
    return plainValue(mappingEnvironment().parse(text)(names)) ?? null;
  } catch (error) {
    const { summary, message } = error as { summary?: string; message: string };
    throw new Error(`${what}: ${summary ?? message}`);
  }
}

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
function readBody(text: string): unknown {
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
  if (source.length > MOST_DIGITS) throw new Unheld("it has a number with too many digits");
  return BigInt(source);
}

function mapsOf(value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new Unheld("it has a number that is too large");
  }
  if (Array.isArray(value)) return value.map(mapsOf);
  if (typeof value !== "object" || value === null) return value;
  return new Map(Object.entries(value).map(([key, item]) => [key, mapsOf(item)]));
}
