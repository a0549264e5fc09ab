import { SvcError } from "@svc/core/error";

/** What the other tool's program is asked for that svc answers. */
export type ToolRequest =
  | { command: "get"; model: string; name: string; version?: number; content: boolean }
  | { command: "list"; model: string; type?: string }
  | { command: "query"; predicate: string; select?: string; limit?: number };

/** Options with a value, and flags, that are understood or change nothing here. */
const VALUES = new Set(
  ["model", "name", "version", "type", "select", "limit", "repo-dir", "log-level"],
);
const FLAGS = new Set(["json", "no-content", "no-color", "no-telemetry", "quiet", "verbose"]);

/**
 * What a command line of the other tool asks for.
 *
 * @throws SvcError `invalid_argument` for whatever is not one of the three commands that read data.
 */
export function toolRequest(tool: string, args: readonly string[]): ToolRequest {
  const { words, values, flags } = split(args);
  const [group, command, ...rest] = words;
  const known = group === "data" && ["get", "list", "query"].includes(command ?? "");
  if (!known) throw other(tool, "the request is not supported");
  if (!flags.has("json")) throw other(tool, "--json is missing");
  const [first, second, ...more] = rest;
  const model = values.get("model") ?? first;
  switch (command) {
    case "query":
      if (first === undefined || second !== undefined) throw other(tool, "it needs one predicate");
      return {
        command,
        predicate: first,
        ...given("select", values.get("select")),
        ...given("limit", whole(values, "limit")),
      };
    case "list":
      if (model === undefined || second !== undefined) throw other(tool, "it needs one model");
      return { command, model, ...given("type", values.get("type")) };
    default: {
      const name = values.get("name") ?? (values.has("model") ? first : second);
      if (model === undefined || name === undefined || more.length > 0) {
        throw other(tool, "it needs a model and a name");
      }
      const content = !flags.has("no-content");
      return {
        command: "get",
        model,
        name,
        content,
        ...given("version", whole(values, "version")),
      };
    }
  }
}

function split(args: readonly string[]) {
  const words: string[] = [];
  const values = new Map<string, string>();
  const flags = new Set<string>();
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at]!;
    if (word === "--") {
      words.push(...args.slice(at + 1));
      break;
    }
    const [, option, value] = /^--([a-z-]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (option === undefined) {
      if (word === "-q" || word === "-v") continue;
      words.push(word);
    } else if (VALUES.has(option)) values.set(option, value ?? args[at += 1] ?? "");
    else if (FLAGS.has(option)) flags.add(option);
    else {
      throw new SvcError("invalid_argument", `--${option} is not known to svc`);
    }
  }
  return { words, values, flags };
}

function whole(values: ReadonlyMap<string, string>, option: string): number | undefined {
  const text = values.get(option);
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new SvcError("invalid_argument", `--${option} must be a whole number from 1`);
}

function given<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { [key in Key]?: Value } {
  return value === undefined ? {} : { [key]: value } as { [key in Key]: Value };
}

function other(tool: string, why: string): SvcError {
  return new SvcError(
    "invalid_argument",
    `svc answers for '${tool}' in this run, and ${why}. It answers 'data get <model> <name>', ` +
      "'data list <model>' and 'data query <predicate>', each with --json",
  );
}
