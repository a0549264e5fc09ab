import { lazily } from "@svc/core/module";
import type { Repository } from "@svc/runtime/repository";
import { anyOf } from "./caller/any_of.ts";
import type { Mount, Serving } from "./http/endpoint.ts";
import { openState, type State } from "./state/open.ts";
import type { OAuth, OAuthGround, OAuthOptions } from "./oauth/open.ts";
import { OAUTH_TABLES } from "./oauth/tables.ts";
import { endLogins, tokenModeAnswer } from "./oauth/token_mode.ts";
import type { RunLimits } from "./runs/limits.ts";
import type { RunObserver } from "./runs/observer.ts";
import { openRuns } from "./runs/open.ts";
import { RUN_TABLES } from "./runs/tables.ts";
import { SCHEDULE_TABLES } from "./schedules/store.ts";
import { openSessions, type OwnerOf, SESSION_TABLES, sessionCredentials } from "./sessions/mod.ts";
import { tokenCredentials } from "./tokens/credentials.ts";
import { TOKEN_TABLES } from "./tokens/tables.ts";
import { WEBHOOK_TABLES } from "./webhooks/store.ts";
import { openTriggers } from "./triggers/open.ts";
import { isTracing } from "@svc/http/tracing";

/** The tables of every part that keeps something, in the order in which they are made. */
const TABLES: readonly string[] = [
  ...TOKEN_TABLES,
  ...RUN_TABLES,
  ...SCHEDULE_TABLES,
  ...WEBHOOK_TABLES,
  ...SESSION_TABLES,
  ...OAUTH_TABLES,
];

/**
 * Opens what `svc serve` keeps of a repository, for the server and for the operator's commands.
 *
 * @throws SvcError as {@linkcode openState}
 */
export async function openServeState(repository: Repository): Promise<State> {
  return await openState(repository, TABLES);
}

/** What is there before the parts are opened. */
export type Ground = Omit<Serving, "credentials" | "runs" | "triggers">;

/** How the runs of a server are done. */
export interface Running {
  limits?: Partial<RunLimits> | undefined;
  /** Leaves the repository's datastore alone. */
  offline?: boolean | undefined;
  /** Reads a variable of the environment; by default the process's. */
  env?: (name: string) => string | undefined;
  /** How people sign in by the registry; without it only tokens of the operator are good. */
  oauth?: OAuthOptions | undefined;
}

/** Looks at runs for metrics, and for traces where the process makes some. */
async function observerOf(
  { metrics, version }: Ground,
  env: (name: string) => string | undefined,
): Promise<RunObserver> {
  const counted: Omit<RunObserver, "around"> = {
    begun: metrics.runBegun,
    stateFailed: metrics.stateFailed,
    ended: metrics.runEnded,
  };
  if (!isTracing(env)) return { ...counted, around: (_row, work) => work() };
  const { tracedRuns } = await lazily<typeof import("./tracing/runs.ts")>(
    import.meta,
    "./tracing/runs.ts",
  );
  return { ...counted, around: tracedRuns(version) };
}

/** Opens the parts of a server, once its address is known. */
export async function openServing(
  ground: Ground,
  { limits = {}, offline, env = (name) => Deno.env.get(name), oauth: options }: Running = {},
): Promise<Serving> {
  const tokens = ground.closing.use(tokenCredentials(ground.state, ground));
  const sessions = openSessions(ground.state.database, ground.publicUrl, ground.now);
  const oauth = options && await oauthOf({ ...ground, sessions }, options);
  if (oauth === undefined) endLogins(ground.state, ground.now());
  const ownerOf: OwnerOf = (id) =>
    id.startsWith("login:") ? oauth?.ownerOf(id) : tokens.callerOf(id);
  const session = sessionCredentials(sessions, ownerOf, ground.now);
  // A header wins over a cookie, and what is an access token by its form is not a token of ours.
  const credentials = anyOf([...(oauth ? [oauth.access] : []), tokens, session]);
  const observer = await observerOf(ground, env);
  const runs = await openRuns({
    ...ground,
    limits,
    support: { env, offline },
    observer,
  });
  ground.closing.defer(() => runs.close(0));
  const triggers = openTriggers({ ...ground, runs, ran: ground.metrics.scheduleRan });
  const serving: Serving = {
    ...ground,
    credentials,
    runs,
    triggers,
    sessions,
    challenge: oauth?.challenge,
  };
  const mounts = [oauth?.answer ?? tokenModeAnswer, triggers.webhooks.answer, pagesOf(serving)];
  return { ...serving, mounts };
}

/** The pages of a server, loaded when somebody asks for what is not an operation. */
function pagesOf(serving: Serving): Mount {
  let loaded: Promise<Mount> | undefined;
  return async (...asked) => {
    loaded ??= lazily<typeof import("./page/mod.ts")>(import.meta, "./page/mod.ts")
      .then(({ pages }) => pages(serving));
    return await (await loaded)(...asked);
  };
}

async function oauthOf(ground: OAuthGround, options: OAuthOptions): Promise<OAuth> {
  const { openOAuth } = await lazily<typeof import("./oauth/mod.ts")>(
    import.meta,
    "./oauth/mod.ts",
  );
  return await openOAuth(ground, options);
}
