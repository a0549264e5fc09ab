import { isSvcError, SvcError } from "@svc/core/error";
import { assertFlat, assertModestJson, isRecord, isTooDeep, nestedTooDeeply } from "@svc/core/json";
import { mergeInto } from "./merge.ts";

/** How to read inputs. */
interface ParseOptions {
  /** A YAML mapping that the pairs are merged over. */
  inputFile?: string | undefined;
  /** Reads a file, default from the disk. */
  readText?: (path: string) => Promise<string>;
  /** Home folder, for `@~/x`. */
  home?: string | undefined;
  /** The flag named in errors, default `--input`. */
  flag?: string;
}

/**
 * Reads `--input` and `--global-arg` values (runtime reference 3.3): `k=v`, `a.b=v`, `k:json=<json>`,
 * `k=@path`, `k=\@literal`, or a single JSON object.
 *
 * @throws SvcError `invalid_argument` saying which value is wrong and what is expected.
 */
export async function parseInputs(
  pairs: readonly string[],
  options: ParseOptions = {},
): Promise<Record<string, unknown>> {
  const result: Record<string, unknown> = {};
  if (options.inputFile !== undefined) {
    mergeInto(result, await readMapping(options.inputFile, options));
  }
  const first = pairs[0];
  if (pairs.length === 1 && first!.trimStart().startsWith("{")) {
    return mergeInto(result, jsonObject(first!, options.flag ?? "--input"));
  }
  for (const pair of pairs) mergeInto(result, await parsePair(pair, options));
  return assertFlat(result);
}

/**
 * Reads the inputs of one or many runs from text: a JSON object, a JSON array of objects, one JSON
 * object a line, or a YAML mapping or list.
 *
 * @returns with `isList`: true for a list, also of one or none: who gives a list gets a list
 * @throws SvcError `invalid_argument` on anything else.
 */
export async function parseStdinInputs(text: string) {
  if (text.trim() === "") {
    throw invalid("stdin is empty", "Pipe a JSON object or a YAML mapping in.");
  }
  const values = tryJson(text) ?? tryJsonLines(text) ?? [await yaml(text, "stdin")];
  values.forEach(assertFlat);
  const list = values.length === 1 && Array.isArray(values[0]) ? values[0] as unknown[] : values;
  const inputs = list.map((value, index) => {
    if (isRecord(value)) return value;
    throw invalid(
      `Element ${index + 1} of stdin is not an object`,
      "Give a JSON object, an array of objects, or one object per line.",
    );
  });
  return { inputs, isList: list !== values || list.length !== 1 };
}

async function parsePair(pair: string, options: ParseOptions): Promise<Record<string, unknown>> {
  const flag = options.flag ?? "--input";
  const equals = pair.indexOf("=");
  if (equals < 0) {
    throw invalid(`${flag} ${JSON.stringify(pair)} has no '='`, `Write ${flag} key=value.`);
  }
  const key = pair.slice(0, equals);
  const text = pair.slice(equals + 1);
  const typed = key.endsWith(":json");
  const path = (typed ? key.slice(0, -":json".length) : key).split(".");
  if (path.some((part) => part.trim() === "")) {
    throw invalid(`${flag} ${JSON.stringify(pair)} has an empty key`, `Write ${flag} key=value.`);
  }
  const value = typed ? json(text, key, flag) : await plainValue(text, key, options);
  return assertFlat(
    path.reduceRight<unknown>((inner, part) => ({ [part]: inner }), value),
  ) as Record<string, unknown>;
}

async function plainValue(text: string, key: string, options: ParseOptions): Promise<string> {
  if (text.startsWith("\\@")) return text.slice(1);
  if (!text.startsWith("@") || isScopedName(text)) return text;
  const path = text.slice(1);
  const read = options.readText ?? Deno.readTextFile;
  const home = options.home ?? Deno.env.get("HOME") ?? "~";
  try {
    return await read(path.startsWith("~/") ? home + path.slice(1) : path);
  } catch (error) {
    throw new SvcError("invalid_argument", `${key}: the file ${path} cannot be read`, {
      hint: `Write ${key}=\\${text} for the text itself, or ${key}:json="…" for JSON.`,
      cause: error,
    });
  }
}

/** `@scope/name` without a dot looks like an extension or type, not like a file. */
function isScopedName(text: string): boolean {
  return /^@[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)+$/.test(text);
}

async function readMapping(
  path: string,
  options: ParseOptions,
): Promise<Record<string, unknown>> {
  let text: string;
  try {
    text = await (options.readText ?? Deno.readTextFile)(path);
  } catch (error) {
    throw new SvcError("invalid_argument", `The input file ${path} cannot be read`, {
      hint: "Name a readable YAML or JSON file.",
      cause: error,
    });
  }
  const value = await yaml(text, path);
  if (isRecord(value)) return value;
  throw invalid(`${path} is not a YAML mapping`, "Write one 'key: value' per line.");
}

async function yaml(text: string, source: string): Promise<unknown> {
  const { parse } = await import("yaml");
  try {
    return assertFlat(parse(text));
  } catch (error) {
    if (isSvcError(error)) throw error;
    if (isTooDeep(error)) throw nestedTooDeeply(error);
    throw invalid(
      `${source} is neither valid JSON nor YAML: ${(error as Error).message.split("\n")[0]}`,
      "Write a JSON object, or one 'key: value' per line.",
    );
  }
}

function jsonObject(text: string, flag: string): Record<string, unknown> {
  const value = json(text, flag, flag);
  if (isRecord(value)) return value;
  throw invalid(`${flag} is not a JSON object`, `Write ${flag} '{"key": "value"}'.`);
}

function json(text: string, key: string, flag: string): unknown {
  assertModestJson(text);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(
      `${key} is not valid JSON: ${(error as Error).message}`,
      `Quote it for the shell: ${flag} '${key === flag ? "" : `${key}=`}{"a": 1}'.`,
    );
  }
}

function tryJson(text: string): unknown[] | undefined {
  try {
    return [JSON.parse(text)];
  } catch {
    return undefined;
  }
}

function tryJsonLines(text: string): unknown[] | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  try {
    return lines[0]!.trimStart().startsWith("{")
      ? lines.map((line) => JSON.parse(line) as unknown)
      : undefined;
  } catch {
    return undefined;
  }
}

function invalid(message: string, hint: string): SvcError {
  return new SvcError("invalid_argument", message, { hint });
}
