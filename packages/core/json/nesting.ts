import { SvcError } from "../error/error.ts";
import { LIMITS } from "../limit/limits.ts";

/**
 * Refuses a JSON text that is nested deeper, or holds more values, than anybody needs: what reads such
 * a value calls itself for each level, and looks at each value several times. Reads the text once, and
 * nothing of it is made.
 *
 * @throws SvcError `nested_too_deeply`, `body_too_large`
 */
export function assertModestJson(
  text: string,
  { values = Infinity }: { values?: number } = {},
): void {
  const { levels } = LIMITS.json;
  let depth = 0;
  let count = 1;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    else if (quoted) at += character === "\\" ? 1 : 0;
    else if (character === "[" || character === "{") {
      depth++;
      count++;
    } else if (character === "]" || character === "}") depth--;
    else if (character === ",") count++;
    if (depth > levels) throw nestedTooDeeply();
    if (count > values) throw tooMany(values);
  }
}

/**
 * The value, when it is nested no deeper than a JSON text may be; for what came in another way, such as
 * YAML. Values that stand in several places are looked at once for each depth.
 *
 * @throws SvcError `nested_too_deeply`, also for a value that holds itself
 */
export function assertFlat<Value>(value: Value): Value {
  const { levels } = LIMITS.json;
  const deepest = new Map<object, number>();
  const open: [unknown, number][] = [[value, 1]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [one, level] = next;
    if (typeof one !== "object" || one === null || (deepest.get(one) ?? 0) >= level) continue;
    if (level > levels) throw nestedTooDeeply();
    deepest.set(one, level);
    for (const inner of Object.values(one)) open.push([inner, level + 1]);
  }
  return value;
}

/** True for what running out of the stack raised, also in the words of a library that caught it. */
export function isTooDeep(error: unknown): boolean {
  return error instanceof RangeError ||
    /^Maximum call stack size exceeded/.test((error as Error | undefined)?.message ?? "");
}

/** The refusal of what is nested too deeply; `cause` is what reading it raised. */
export function nestedTooDeeply(cause?: unknown): SvcError {
  const { levels } = LIMITS.json;
  return new SvcError("nested_too_deeply", `This is nested more than ${levels} levels deep`, {
    hint: `Give lists and objects within each other for ${levels} levels at most.`,
    cause,
  });
}

function tooMany(values: number): SvcError {
  return new SvcError("body_too_large", `This holds more than ${values} values`, {
    hint: "Send less at a time, or large data as a text.",
  });
}
