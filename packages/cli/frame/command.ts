import type { Host } from "./host.ts";
import type { Progress } from "./progress.ts";
import type { Paint } from "./paint.ts";

/** An option as data: what it takes, and one line that says what it does. */
export interface OptionSpec {
  /** `flag` takes nothing, `text` one value, `list` may be given again and again, `number` a whole number. */
  kind: "flag" | "text" | "list" | "number";
  summary: string;
  /** One letter, given with a single dash. */
  short?: string;
  /** What the value is, as help shows it: `<slug>`. */
  value?: string;
  /** The only values allowed. */
  choices?: readonly string[];
  /** Refused with a usage error when neither the option nor its variable is given. */
  required?: boolean;
  /** The environment variable that stands in for the option. */
  variable?: string;
  /** The value where neither the option nor its variable is given. */
  default?: string | number;
  /** What counts then, in words, where a server or the repository decides it. */
  defaultText?: string;
  /** A secret: given on the command line it is taken, and warned about. */
  secret?: boolean;
  /** What a shell completes the value with. */
  completes?: "file" | "folder";
}

/** What an option may say beside what it takes. */
type More = Omit<OptionSpec, "kind" | "value" | "summary">;

/** An option that takes nothing. */
export const flag = <const M extends More = Record<never, never>>(summary: string, more?: M) =>
  ({ kind: "flag", summary, ...more }) as { kind: "flag"; summary: string } & M;

const taking =
  <K extends OptionSpec["kind"]>(kind: K) =>
  <const M extends More = Record<never, never>>(value: string, summary: string, more?: M) =>
    ({ kind, value, summary, ...more }) as { kind: K; value: string; summary: string } & M;

/** An option that takes a value, which help shows as `value`. */
export const text = taking("text");

/** An option that takes a whole number. */
export const number = taking("number");

/** An option that takes a value, and may be given again and again. */
export const list = taking("list");

/** A positional argument as data. */
export interface ArgumentSpec {
  name: string;
  summary: string;
  optional?: boolean;
  /** The value of an optional argument that is absent. */
  default?: string;
  /** What counts then, in words, where the command finds it out. */
  defaultText?: string;
  /** True for a last argument that takes all words that are left; at least one unless optional. */
  many?: boolean;
  /** True for a last argument that is one text: its words need no quotes. */
  phrase?: boolean;
  /**
   * What of the repository, or runs of a server, a shell completes it with, and a person without one picks
   * from; a method and data are of the argument before it.
   */
  completes?:
    | "behavior"
    | "method"
    | "data"
    | "extension"
    | "report"
    | "run"
    | "schedule"
    | "secret"
    | "vault"
    | "webhook";
  /** True for an optional one that the command itself refuses to go without, with a hint of its own. */
  refused?: boolean;
  /** True where it may name what is not there yet: then a person without one is not asked to pick. */
  mayBeNew?: boolean;
}

/** A positional argument. */
export const arg = <
  const N extends string,
  const M extends Omit<ArgumentSpec, "name" | "summary"> = Record<never, never>,
>(name: N, summary: string, more?: M) =>
  ({ name, summary, ...more }) as { name: N; summary: string } & M;

/** Why a command line is refused, and what to do instead. */
export interface Refusal {
  message: string;
  hint: string;
}

/** What a command needs to act: shown in help, and enforced where the credential is loaded. */
export type CredentialNeed = "none" | "optional" | "personal key" | "personal key or token";

type OptionSpecs = Readonly<Record<string, OptionSpec>>;
type ArgumentSpecs = readonly ArgumentSpec[];

type OptionValue<S extends OptionSpec> = S["kind"] extends "flag" ? boolean
  : S["kind"] extends "list" ? readonly string[]
  : S extends { required: true } | { default: string | number }
    ? (S["kind"] extends "number" ? number : string)
  : (S["kind"] extends "number" ? number : string) | undefined;

/** The options of a command by name, each with the type its row gives it. */
export type OptionValues<O extends OptionSpecs> = { readonly [K in keyof O]: OptionValue<O[K]> };

/** The positional arguments of a command by name. */
export type ArgumentValues<A extends ArgumentSpecs> = {
  readonly [S in A[number] as S["name"]]: S extends { many: true } ? readonly string[]
    : S extends { default: string } ? string
    : S extends { optional: true } ? string | undefined
    : string;
};

/** Everything a command may touch: its input, the terminal, the environment. */
export interface Context<
  A extends ArgumentSpecs = ArgumentSpecs,
  O extends OptionSpecs = OptionSpecs,
> {
  readonly arguments: ArgumentValues<A>;
  readonly options: OptionValues<O>;
  /** Options that stood on the command line, rather than in their variable. */
  readonly given: ReadonlySet<string>;
  /** True when the result is one JSON document: then nothing is requested. */
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly host: Host;
  readonly progress: Progress;
  /** Writes a line for people to stderr; `--quiet` silences it. */
  note(line: string): void;
  /** Writes `warning: …` to stderr, also under `--quiet`. */
  warn(line: string): void;
}

/** What the text form of a result may look at beside the value. */
export interface TextView {
  readonly paint: Paint;
  readonly verbose: boolean;
  /** True under `--quiet`: then nothing is said but the result itself. */
  readonly quiet: boolean;
  /** Columns to fit in; 0 when the output is not a terminal. */
  readonly width: number;
  readonly options: Readonly<Record<string, unknown>>;
}

/** A command as data. `run` returns a value; `text` writes it for people, `--json` prints it as it is. */
export interface CommandSpec<A extends ArgumentSpecs, O extends OptionSpecs, V> {
  /** Paragraphs below the summary in help. */
  description?: string;
  /** Lines to copy, at least one, each with what it does. */
  examples: Readonly<Record<string, string>>;
  arguments?: A;
  /** Said of an argument too many where it may be a secret: the word itself is not repeated. */
  surplus?: Refusal;
  options?: O;
  /**
   * For a command that lists: where the items are in its JSON document, as `--jq` takes it. Every such
   * document is an object with one array of items, which is empty when there are none.
   */
  lists?: string;
  /** `none` when absent. */
  credential?: CredentialNeed;
  run(context: Context<A, O>): Promise<V> | V;
  text(value: V, view: TextView): string;
  /**
   * Keys under which a value may have several lines; every other text reaches `text` on one line, so
   * that what others wrote cannot pass for a line of svc.
   */
  whole?: readonly string[];
  /** True when a pipe gets the text as it is, without a line end of ours. */
  exact?: boolean;
  /** True when `run` writes all of stdout itself, as it comes: then neither `text` nor the value is printed. */
  streams?: true;
  /** The JSON form when it is not the value itself. */
  json?(value: V): unknown;
  /** The exit code of a result that is a finding rather than an error; 0 when absent. */
  exit?(value: V, options: OptionValues<O>): number;
}

/** A command whose types have been checked, as the frame runs it. */
// deno-lint-ignore no-explicit-any
export type Command = CommandSpec<any, any, any> & { credential: CredentialNeed };

/** Checks a command's rows against its `run` and gives it the type the table holds. */
export function defineCommand<
  const A extends ArgumentSpecs = readonly [],
  const O extends OptionSpecs = Record<never, never>,
  V = unknown,
>(spec: CommandSpec<A, O, V>): Command {
  return { credential: "none", ...spec };
}
