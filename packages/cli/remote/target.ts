import { lazily } from "@svc/core/module";
import type { Context, OptionValues } from "../frame/command.ts";
import { markForeign } from "../frame/foreign.ts";
import { CA_CERT, REPO_DIR, SERVER } from "../frame/options.ts";
import { usage } from "../frame/parse.ts";
import type { Remote } from "./remote.ts";

/** Where a command looks: in a repository here, or at a server. */
export const WHERE = {
  server: SERVER,
  "ca-cert": CA_CERT,
  "repo-dir": REPO_DIR,
} as const;

/** Which server a command asks that has no place here. */
export const AT_SERVER = {
  server: { ...SERVER, summary: "The instance of 'svc serve'", required: true },
  "ca-cert": CA_CERT,
} as const;

/** What choosing between both needs of a command's context. */
export interface TargetContext extends Pick<Context, "host" | "given" | "warn"> {
  options: OptionValues<typeof WHERE>;
}

/**
 * Whether a command asks a server: with `--server`; or where `SVC_SERVE_URL` is set, unless
 * `--repo-dir` is given.
 *
 * @throws SvcError `usage` with both options given
 */
export function asksServer(
  { options, given }: { options: { readonly server: unknown }; given: ReadonlySet<string> },
): boolean {
  if (given.has("server") && given.has("repo-dir")) {
    throw usage("--server and --repo-dir cannot be used together");
  }
  return options.server !== undefined && !given.has("repo-dir");
}

/** The value of a command, from where it has to look. Nothing of the other place is loaded. */
export async function valueFrom<Value>(
  context: TargetContext,
  { here, there }: {
    here: () => Promise<Value>;
    there: (remote: Remote) => Promise<Value>;
  },
): Promise<Value> {
  return asksServer(context) ? await valueAt(context, there) : await here();
}

/** The value of a command that a server gives. */
export async function valueAt<Value>(
  context: Pick<Context, "given" | "host" | "warn"> & {
    options: OptionValues<Omit<typeof WHERE, "repo-dir">>;
  },
  there: (remote: Remote) => Promise<Value>,
): Promise<Value> {
  const { remoteOf } = await lazily<typeof import("./remote.ts")>(import.meta, "./remote.ts");
  using remote = await remoteOf(context);
  markForeign(context);
  return await there(remote);
}
