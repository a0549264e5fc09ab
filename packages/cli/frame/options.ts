import { flag, type OptionSpec, text } from "./command.ts";

/** Options every command takes. */
export const GLOBAL_OPTIONS = {
  json: flag("Print the result as one JSON document; never prompt"),
  jq: text("<expression>", "Print what a jq expression picks of that document; implies --json"),
  help: flag("Show help, with examples", { short: "h" }),
  version: flag("Print the version", { short: "V" }),
  quiet: flag("Print the result, warnings and errors only", { short: "q" }),
  verbose: flag("Print more detail, and the stack trace of a bug", { short: "v" }),
  "no-color": flag("Disable colors, like NO_COLOR"),
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** The name of a global option. */
export type GlobalOption = keyof typeof GLOBAL_OPTIONS;

/** The options of a command that changes something permanently, to go ahead without asking. */
export const YES = flag("Do not prompt for confirmation", { short: "y" });

/** The folder of the repository, for commands that work in one. */
export const REPO_DIR = text("<folder>", "The repository", {
  defaultText: "the nearest parent folder with a .svc.yaml",
  variable: "SVC_REPO_DIR",
  completes: "folder",
});

/** The server that is asked, for commands that also work from another machine. */
export const SERVER = text(
  "<url>",
  "Use this instance of 'svc serve' instead of a local repository",
  { variable: "SVC_SERVE_URL" },
);

/** A certificate authority of one's own. */
export const CA_CERT = text(
  "<file>",
  "Also trust the certificate authorities in this PEM file, with --server",
  { variable: "SVC_CA_CERT", completes: "file" },
);

/** A release channel. */
export const CHANNEL = text("<channel>", "The release channel", {
  choices: ["beta", "rc", "stable"],
});
