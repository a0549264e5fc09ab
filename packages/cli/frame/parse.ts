import { SvcError } from "@svc/core/error";
import type { ArgumentSpec, OptionSpec, Refusal } from "./command.ts";
import { GLOBAL_OPTIONS, type GlobalOption } from "./options.ts";
import { didYouMean } from "./suggest.ts";

type Value = boolean | string | number | string[] | undefined;

/** Arguments taken apart by a command's rows. */
export interface Parsed {
  arguments: Record<string, string | string[] | undefined>;
  options: Record<string, Value>;
  globals: Globals;
  /** Options that stood on the command line, rather than in their variable. */
  given: ReadonlySet<string>;
  /** Options marked secret whose value stood on the command line; `-` says to ask for it. */
  exposed: string[];
}

/** What the options of every command say. */
export interface Globals extends Record<Exclude<GlobalOption, "jq">, boolean> {
  /** The expression of jq that picks what is printed; then `json` is true. */
  jq: string | undefined;
}

/** What a command takes, as far as parsing goes. */
export interface Shape {
  arguments?: readonly ArgumentSpec[];
  surplus?: Refusal;
  options?: Readonly<Record<string, OptionSpec>>;
}

/**
 * Takes `tokens` apart by the rows of a command. Options may stand anywhere before `--`;
 * `--name=value`, `--name value`, `-n value`, `-nvalue` and clusters of flags all work.
 *
 * @param env stands in for options that name a variable
 * @throws SvcError `usage` for an unknown option, a missing or forbidden value, a missing or
 *   surplus argument. With `--help` given, nothing that is missing is an error.
 */
export function parseArguments(
  tokens: readonly string[],
  shape: Shape,
  env: (name: string) => string | undefined,
): Parsed {
  const options: Readonly<Record<string, OptionSpec>> = shape.options ?? {};
  const rows: Readonly<Record<string, OptionSpec>> = { ...GLOBAL_OPTIONS, ...options };
  const given = new Map<string, string[]>();
  const words: string[] = [];

  const rest = [...tokens];
  while (rest.length > 0) {
    const token = rest.shift()!;
    if (token === "--") {
      words.push(...rest.splice(0));
    } else if (token.startsWith("--")) {
      const equals = token.indexOf("=");
      const name = token.slice(2, equals < 0 ? undefined : equals);
      const row = Object.hasOwn(rows, name) ? rows[name]! : unknown(`--${name}`, rows);
      take(given, name, row, equals < 0 ? undefined : token.slice(equals + 1), rest, rows);
    } else if (token.startsWith("-") && token !== "-") {
      letters(token, given, rest, rows);
    } else words.push(token);
  }

  const flag = (name: GlobalOption) => given.has(name);
  const jq = given.get("jq")?.[0];
  const globals: Globals = {
    json: flag("json") || jq !== undefined,
    jq,
    help: flag("help"),
    version: flag("version"),
    quiet: flag("quiet"),
    verbose: flag("verbose"),
    "no-color": flag("no-color"),
  };
  const asked = globals.help || globals.version && !Object.hasOwn(options, "version");
  return {
    arguments: positional(words, shape, asked),
    options: Object.fromEntries(
      Object.entries(options).map(([name, row]) => [
        name,
        value(name, row, given.get(name) ?? fromVariable(row, env), asked),
      ]),
    ),
    globals,
    given: new Set(given.keys()),
    exposed: Object.keys(options).filter((name) =>
      options[name]!.secret && given.get(name)?.some((text) => text !== "-")
    ),
  };
}

/** True where nothing is wrong with a command line but that it lacks an argument. */
export function lacksArgument(
  tokens: readonly string[],
  shape: Shape,
  env: (name: string) => string | undefined,
): boolean {
  const lacks = ({ arguments: given, globals }: Parsed) =>
    !globals.help && !globals.version &&
    (shape.arguments ?? []).some(({ name, optional, refused }) =>
      (!optional || refused) && (given[name] === undefined || given[name].length === 0)
    );
  const rows = (shape.arguments ?? []).map((row) => ({ ...row, optional: true }));
  try {
    return lacks(parseArguments(tokens, { ...shape, arguments: rows }, env));
  } catch {
    return false;
  }
}

function letters(
  token: string,
  given: Map<string, string[]>,
  rest: string[],
  rows: Readonly<Record<string, OptionSpec>>,
): void {
  for (let index = 1; index < token.length; index++) {
    const letter = token[index]!;
    const found = Object.entries(rows).find(([, row]) => row.short === letter);
    if (!found) unknown(`-${letter}`, rows);
    const [name, row] = found!;
    if (row.kind === "flag") take(given, name, row, undefined, rest, rows);
    else {
      const attached = token.slice(index + 1).replace(/^=/, "");
      take(given, name, row, attached === "" ? undefined : attached, rest, rows);
      return;
    }
  }
}

function take(
  given: Map<string, string[]>,
  name: string,
  row: OptionSpec,
  attached: string | undefined,
  rest: string[],
  rows: Readonly<Record<string, OptionSpec>>,
): void {
  const values = given.get(name) ?? [];
  if (row.kind === "flag") {
    // '--version 1.0' is not answered with svc's own, as though the command had been done.
    const isValued = row === GLOBAL_OPTIONS.version && rest[0]?.startsWith("-") === false;
    if (attached !== undefined || isValued) throw usage(`--${name} takes no value`);
  } else {
    // A known option is not a value: `--name --json` forgot the name.
    const next = attached ?? (isKnownOption(rest[0], rows) ? undefined : rest.shift());
    if (next === undefined) throw usage(`--${name} needs a value: --${name} ${row.value ?? "…"}`);
    if (row.kind !== "list" && values.length > 0) throw usage(`--${name} is given twice`);
    values.push(next);
  }
  given.set(name, values);
}

function isKnownOption(
  token: string | undefined,
  rows: Readonly<Record<string, OptionSpec>>,
): boolean {
  if (token === undefined || !token.startsWith("-")) return false;
  const name = token.replace(/=.*/s, "");
  return name === "--" || Object.hasOwn(rows, name.slice(2)) && name.startsWith("--") ||
    Object.values(rows).some((row) => name === `-${row.short}`);
}

function fromVariable(
  row: OptionSpec,
  env: (name: string) => string | undefined,
): string[] | undefined {
  const text = row.variable === undefined ? undefined : env(row.variable);
  return text === undefined || text === "" ? undefined : [text];
}

function value(name: string, row: OptionSpec, given: string[] | undefined, asked: boolean): Value {
  if (row.kind === "flag") return given !== undefined;
  if (row.kind === "list") return checked(name, row, given ?? []);
  const [text] = checked(name, row, given ?? []);
  if (text === undefined) {
    if (row.required && !asked) {
      const variable = row.variable === undefined ? "" : ` or ${row.variable}`;
      throw usage(`--${name} ${row.value ?? ""}${variable} is required`.replace("  ", " "));
    }
    return row.default;
  }
  if (row.kind === "text") return text;
  if (!/^-?\d{1,15}$/.test(text)) throw usage(`--${name} must be a whole number, not '${text}'`);
  return Number(text);
}

function checked(name: string, row: OptionSpec, texts: string[]): string[] {
  const wrong = texts.find((text) => row.choices && !row.choices.includes(text));
  if (wrong === undefined) return texts;
  throw usage(`--${name} must be ${row.choices!.join(", ")}, not '${wrong}'`, [
    didYouMean(wrong, row.choices!),
  ]);
}

function positional(
  words: readonly string[],
  { arguments: rows = [], surplus }: Shape,
  asked: boolean,
): Record<string, string | string[] | undefined> {
  const missing = rows.find((row, index) => !row.optional && words[index] === undefined);
  if (missing && !asked) throw usage(`<${missing.name}> is missing: ${missing.summary}`);
  const last = rows.at(-1);
  if (words.length > rows.length && !last?.many && !last?.phrase && !asked) {
    if (surplus) throw usage(surplus.message, [surplus.hint]);
    throw usage(`'${words[rows.length]}' is an unexpected argument`);
  }
  return Object.fromEntries(
    rows.map((row, index) => {
      const rest = words.slice(index);
      return [
        row.name,
        row.many ? rest : row.phrase && rest.length > 0 ? rest.join(" ") : rest[0] ?? row.default,
      ];
    }),
  );
}

function unknown(option: string, rows: Readonly<Record<string, OptionSpec>>): never {
  throw usage(`Unknown option ${option}`, [
    didYouMean(option, Object.keys(rows).map((name) => `--${name}`)),
  ]);
}

/** The two sides of `key=value`; undefined without a key or a `=`. */
export function pairOf(text: string): [key: string, value: string] | undefined {
  const at = text.indexOf("=");
  return at < 1 ? undefined : [text.slice(0, at), text.slice(at + 1)];
}

/** A usage error; the first non-empty hint is kept, and the frame adds where help is. */
export function usage(message: string, hints: readonly (string | undefined)[] = []): SvcError {
  return new SvcError("usage", message, { hint: hints.find((text) => text !== undefined) });
}
