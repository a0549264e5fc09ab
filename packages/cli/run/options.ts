import {
  type Context,
  flag,
  list,
  number,
  type OptionSpec,
  type OptionValues,
  text,
} from "../frame/command.ts";
import { parseArguments } from "../frame/parse.ts";
import { OFFLINE } from "../datastore/share.ts";
import { ALLOW, ALLOW_ALL_REQUESTED, YES_TO_AGREED } from "../permission/allow.ts";
import { REPORT_OPTIONS } from "../behavior/reports.ts";

/** The options of `svc behavior run`, beside those that say where to look. */
export const RUN_OPTIONS = {
  input: list("<key=value>", "An argument of the method"),
  arg: list("<key=value>", "The same as --input"),
  "input-file": text("<file>", "A YAML or JSON mapping of arguments", { completes: "file" }),
  stdin: flag("Read arguments from stdin; a list starts one run per entry"),
  timeout: text("<time>", "Time limit: 90, 30s, 5m"),
  memory: number("<MB>", "Memory limit"),
  "skip-check": list("<name>", "Skip this check"),
  "skip-check-label": list("<label>", "Skip checks with this label"),
  "skip-checks": flag("Skip all checks except those that the behavior requires"),
  ...REPORT_OPTIONS,
  tag: list("<key=value>", "Tag for the data it writes"),
  allow: {
    ...ALLOW,
    summary: "Grant this permission for this run: net:api.example.com, run:git",
  },
  "allow-all-requested": {
    ...ALLOW_ALL_REQUESTED,
    summary: "Grant all requested permissions for this run",
  },
  yes: YES_TO_AGREED,
  offline: OFFLINE,
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** The options of {@linkcode RUN_OPTIONS} where none is given. */
export function noRunOptions(): OptionValues<typeof RUN_OPTIONS> {
  const { options } = parseArguments([], { options: RUN_OPTIONS }, () => undefined);
  return options as unknown as OptionValues<typeof RUN_OPTIONS>;
}

/** The arguments of `svc behavior run`. */
export interface RunArguments {
  readonly behavior: string;
  readonly method: string;
  readonly name: string | undefined;
}

/** What running needs of the command's context. */
export interface RunContext extends Omit<Context, "arguments" | "options"> {
  arguments: RunArguments;
  options: OptionValues<typeof RUN_OPTIONS> & { readonly "repo-dir": string | undefined };
}

/** The arguments of each run, and whether stdin held a list of them. */
export interface RunInputs {
  runs: Record<string, unknown>[];
  many: boolean;
}
