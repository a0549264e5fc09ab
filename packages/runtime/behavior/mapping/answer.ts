import { plainValue } from "../../base/cel/plain.ts";
import { readBody } from "./body.ts";
import { type Mapping, mappingEnvironment } from "./mapping.ts";

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
      if (verdict !== true) return { refused: "the filter gives neither true nor false" };
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
