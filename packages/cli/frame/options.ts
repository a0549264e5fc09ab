import type { OptionSpec } from "./command.ts";

/** Options every command takes. */
export const GLOBAL_OPTIONS = {
  json: { kind: "flag", summary: "Print the result as one JSON document; never prompt" },
  jq: {
    kind: "text",
    value: "<expression>",
    summary: "Print what a jq expression picks of that document; implies --json",
  },
  help: { kind: "flag", short: "h", summary: "Show help, with examples" },
  version: { kind: "flag", short: "V", summary: "Print the version" },
  quiet: { kind: "flag", short: "q", summary: "Print the result, warnings and errors only" },
  verbose: { kind: "flag", short: "v", summary: "Print more detail, and the stack trace of a bug" },
  "no-color": { kind: "flag", summary: "Disable colors, like NO_COLOR" },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** The name of a global option. */
export type GlobalOption = keyof typeof GLOBAL_OPTIONS;

/** The options of a command that changes something permanently, to go ahead without asking. */
export const YES = {
  kind: "flag",
  short: "y",
  summary: "Do not prompt for confirmation",
} as const satisfies OptionSpec;

/** The folder of the repository, for commands that work in one. */
export const REPO_DIR = {
  kind: "text",
  value: "<folder>",
  summary: "The repository",
  defaultText: "the nearest parent folder with a .svc.yaml",
  variable: "SVC_REPO_DIR",
  completes: "folder",
} as const satisfies OptionSpec;

/** The server that is asked, for commands that also work from another machine. */
export const SERVER = {
  kind: "text",
  value: "<url>",
  summary: "Use this instance of 'svc serve' instead of a local repository",
  variable: "SVC_SERVE_URL",
} as const satisfies OptionSpec;

/** A certificate authority of one's own. */
export const CA_CERT = {
  kind: "text",
  value: "<file>",
  summary: "Also trust the certificate authorities in this PEM file, with --server",
  variable: "SVC_CA_CERT",
  completes: "file",
} as const satisfies OptionSpec;

/** A release channel. */
export const CHANNEL = {
  kind: "text",
  value: "<channel>",
  summary: "The release channel",
  choices: ["beta", "rc", "stable"],
} as const satisfies OptionSpec;
