import { columns } from "../frame/columns.ts";
import { EXIT_CODES } from "../frame/exit_code.ts";

/** A page of help that belongs to no single command. */
export interface Topic {
  summary: string;
  text(): string;
}

/** The variables the client reads (design §10). */
export const VARIABLES: Readonly<Record<string, string>> = {
  SVC_API_KEY: "The key to use; overrides auth.json and disables login and logout.",
  SVC_CLUB_URL: "The registry; overrides the one in auth.json.",
  SVC_SERVE_URL:
    "The 'svc serve' for commands with --server, unless --repo-dir is given; others work locally.",
  SVC_SERVER_TOKEN: "The token for it; overrides the stored one. Sent to no other server.",
  SVC_SERVER_URL: "The server that SVC_SERVER_TOKEN is for; SVC_SERVE_URL if unset.",
  SVC_CA_CERT: "More certificate authorities to trust, if --ca-cert is not given.",
  SVC_REPO_DIR: "The repository folder, if --repo-dir is not given.",
  SVC_DATASTORE: "Where data is shared: filesystem:/folder or @collective/name:{json}.",
  SVC_DATASTORE_SYNC_TIMEOUT_MS: "Time limit for each direction of a sync (default 300000).",
  SVC_LOCK_TIMEOUT_MS: "How long to wait for another command's lock (default 60000).",
  SVC_ID_TOKEN: "The identity token of this CI job for the registry, where nothing hands it out.",
  SIGSTORE_ID_TOKEN: "The same for Sigstore, whose audience is 'sigstore'; used by --provenance.",
  SVC_FULCIO_URL: "Who gives --provenance its certificate (default https://fulcio.sigstore.dev).",
  SVC_REKOR_URL: "The log that --provenance is recorded in (default https://rekor.sigstore.dev).",
  SVC_OSV_URL: "The vulnerability database used for scoring.",
  SVC_NPM_REGISTRY_URL: "The npm registry used for scoring.",
  SVC_NPM_DOWNLOADS_URL: "The downloads API used for scoring.",
  XDG_CONFIG_HOME:
    "Parent of the folder svc/ with auth.json, servers.json and identity.json (default ~/.config).",
  XDG_STATE_HOME:
    "Parent of the folder svc/ with the time of the last look for a newer svc (default ~/.local/state).",
  SVC_NO_UPDATE_NOTICE: "Any value hides the notice of a newer svc, and asks for none; so does CI.",
  NO_COLOR: "Any value disables colors.",
  SVC_PAGER:
    "The command that results longer than the terminal go through; 'cat' or empty disables it.",
  PAGER:
    "The same, if SVC_PAGER is not set; 'less' without either, with LESS=FRX unless that is set.",
};

/** Where a command looks, the first that applies. */
const SERVER_RULES = [
  ["  --server", "at that server"],
  ["  --repo-dir", "in that repository; cannot be combined with --server"],
  ["  SVC_SERVE_URL", "at that server"],
  ["  otherwise", "in the current repository, like all commands without --server"],
];

/** The topics of `svc help <topic>`. */
export const TOPICS: Readonly<Record<string, Topic>> = {
  "environment": {
    summary: "The variables svc reads",
    text: () => columns(Object.entries(VARIABLES)).join("\n"),
  },
  "exit-codes": {
    summary: "What each exit code means",
    text: () => columns(Object.entries(EXIT_CODES)).join("\n"),
  },
  "output": {
    summary: "stdout, stderr, --json and errors",
    text: () =>
      `The result goes to stdout; progress, notes, warnings and errors go to stderr.

--json prints the result as one JSON document and never prompts. A failure prints
{"error", "code", "hint"} to stderr; codes are stable, texts are not.

A list is an object, never a bare array: the items are in one array of it, which is empty when
there are none, and 'svc <command> --help' names it, such as .extensions[]. Beside it are what was
asked for (query), how many there are in all (total), and whether more were found than are
shown (limited, next).

--jq <expression> prints what jq picks of that document: texts raw, everything else as JSON, each
result on a line. It implies --json and needs no jq installed. An expression cannot read files or
variables: svc run list --jq '.runs[] | select(.status == "failed") | .id'

On a terminal a result longer than the screen goes through a pager (see 'svc help environment'),
but not where CI is set.

At a terminal a behavior, method, run, extension, vault or key that is left out is picked from a
list, but not with --json, --jq or CI.

Without a terminal there is no pager, color, progress or prompt; a command that would have
prompted fails and names the option to use.`,
  },
  "credentials": {
    summary: "Which key a command uses, and where it is kept",
    text: () =>
      `1. SVC_API_KEY, when it is set: a personal key (svc_…) or a collective token (svc_org_…).
2. auth.json in the configuration folder, written by 'svc auth login' with mode 0600.

The server is SVC_CLUB_URL, else the one auth.json names, else http://localhost:8787.
A stored key is sent to the server it was made on and to no other: with SVC_CLUB_URL naming
another one, log in there or set SVC_API_KEY too.

A collective token acts only for its collective and needs a scope for each operation.
It cannot create or list tokens, yank or deprecate.`,
  },
  "servers": {
    summary: "Working with the repository of an 'svc serve' from another machine",
    text: () =>
      `Commands with --server ask an instance of 'svc serve' and print what they print where its
repository is: same text, same --json, same exit codes. Where a command looks:

${columns(SERVER_RULES).join("\n")}

Log in once with 'svc auth server-login --server <url>'; the token is in servers.json, mode 0600.
In CI set SVC_SERVER_TOKEN: it is for the server of SVC_SERVER_URL, or of SVC_SERVE_URL without that. A token
goes to its own server and to no other, nor along a redirect.

'svc behavior run' follows the run there. A lost connection or a closed terminal does not stop it;
Ctrl-C cancels it, a second one leaves it. 'svc run list|view|watch|cancel' find it again.
Permissions cannot be granted remotely: --allow, --yes and --offline are refused.`,
  },
  "input": {
    summary: "How --global-arg and --input read values",
    text: () =>
      `key=value             a string; turned into the number, boolean or list the schema asks for
a.b.c=value           nested objects
key:json=[1,2]        any JSON
key=@path             the content of a file (~ is your home)
key=@acme/thing       a name, taken as it is
key=\\@text            a string that begins with @
'{"key": …}'          a whole object

--input-file reads a YAML mapping; --stdin reads a JSON object, an array or JSON lines (a run
for each), or a YAML mapping. --input is laid over both.`,
  },
};
