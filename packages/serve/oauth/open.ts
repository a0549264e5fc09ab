import type { Log } from "@svc/http/log";
import type { Caller, CredentialKind } from "../caller/caller.ts";
import type { OwnerOf, Sessions } from "../sessions/mod.ts";
import type { State } from "../state/open.ts";
import {
  type Admission,
  allowedCollectives,
  parseRules,
  rightsOf,
  type Rules,
} from "./admission/rule.ts";
import { again } from "./again.ts";
import { type AuthAnswer, authAnswer } from "./answer.ts";
import { accessCredentials, challenge } from "./bearer/mod.ts";
import { obtainClient, type Terminal } from "./client/mod.ts";
import {
  heartbeat,
  HEARTBEAT_MS,
  instanceId,
  type Listed,
  registerInstance,
} from "./instance/instance.ts";
import { loginCaller, openLogins, type SignIn } from "./login/mod.ts";
import { openProvider, parseProvider, type Provider } from "./provider/mod.ts";
import { applyRules, refreshDue } from "./refresh/refresh.ts";

/** How people sign in, as the operator wants it. */
export interface OAuthOptions {
  /** The registry's address. */
  provider: string;
  /** What each request to it says of this client. */
  headers: Readonly<Record<string, string>>;
  admission: Admission;
  /** `svc serve on <host>` unless given. */
  clientName?: string | undefined;
  /** The client that the operator registered by hand. */
  client?: { clientId: string; clientSecret: string } | undefined;
  /** Registers again, whatever is stored. */
  registerAgain?: boolean;
  /** `SVC_API_KEY`. */
  apiKey?: string | undefined;
  /** Absent where nobody could approve anything. */
  terminal?: Terminal | undefined;
  /** Milliseconds after which the registry is asked again about somebody; 0 for never. */
  refreshMs: number;
  /** Of svc. */
  version: string;
}

/** What the server gives. */
export interface OAuthGround {
  state: State;
  log: Log;
  publicUrl: string;
  /** Of pages that may send requests which change something. */
  origins: ReadonlySet<string>;
  sessions: Sessions;
  now(): Date;
  /** Aborted when the server begins to stop. */
  stopping: AbortSignal;
}

/** Signing in by the registry. */
export interface OAuth {
  /** Access tokens of the registry; asked before tokens of ours, which come in the same header. */
  access: CredentialKind;
  /** The caller that a login makes now, for the sessions made by it. */
  ownerOf: OwnerOf;
  /** Answers `/auth/*` and the description of the protected resource. */
  answer: AuthAnswer;
  /** The `WWW-Authenticate` header of answers without a good credential. */
  challenge: string;
  /** Settles when the registry lists this server, or could not be reached; never rejects. */
  listed: Promise<void>;
  /** Sends a heartbeat; undefined where the registry does not list this server. */
  beat: (() => Promise<void>) | undefined;
  /** Asks the registry again about everybody who is due. */
  refresh(): Promise<void>;
}

/** How often it is looked whether anybody is due, in milliseconds. */
const LOOK_MS = 60_000;

/**
 * Opens signing in by the registry: registers this server there if it must be, lists it for the
 * collectives it admits, and asks about people again from time to time until the server stops.
 *
 * @throws SvcError `usage` for options that do not work; what registering raises
 */
export async function openOAuth(ground: OAuthGround, options: OAuthOptions): Promise<OAuth> {
  const { state, log, publicUrl, now } = ground;
  const rules = parseRules(options.admission);
  const provider = openProvider(parseProvider(options.provider), now, options.headers);
  const client = await obtainClient({
    provider,
    publicUrl,
    name: options.clientName ?? `svc serve on ${Deno.hostname()}`,
    database: state.database,
    given: options.client,
    again: options.registerAgain ?? false,
    apiKey: options.apiKey,
    terminal: options.terminal,
    warn: (why) => log.warn("oauth.client_unchecked", { why }),
  });
  const logins = openLogins(state.database, now);
  const signIn: SignIn = { ...ground, provider, client, rules, logins };
  applyRules(signIn);
  const refresh = () => refreshDue(signIn, options.refreshMs);
  if (options.refreshMs > 0) again(Math.min(LOOK_MS, options.refreshMs), ground, refresh);
  const listed = listing(ground, options, { provider, clientId: client.clientId, rules });
  const beat = listed && (() => heartbeat(listed));
  if (beat !== undefined) again(HEARTBEAT_MS, ground, beat);
  return {
    access: accessCredentials(signIn),
    ownerOf: (credentialId) => callerOf(signIn, credentialId),
    answer: authAnswer(signIn),
    challenge: challenge(publicUrl),
    // Not waited for: the server works without being listed.
    listed: listed === undefined ? Promise.resolve() : registerInstance(listed).then(() => {}),
    beat,
    refresh,
  };
}

function callerOf({ logins, rules }: SignIn, credentialId: string): Caller | undefined {
  const login = logins.get(credentialId.replace(/^login:/, ""));
  const rights = login && rightsOf(rules, login.person);
  return rights && loginCaller(login!, rights);
}

/** What the registry is to list of this server; undefined without a key for that or a collective. */
function listing(
  { state, log, publicUrl }: OAuthGround,
  { apiKey, version }: OAuthOptions,
  { provider, clientId, rules }: { provider: Provider; clientId: string; rules: Rules },
): Listed | undefined {
  const collectives = allowedCollectives(rules);
  if (apiKey === undefined || collectives.length === 0) return undefined;
  return {
    provider,
    apiKey,
    clientId,
    instanceId: instanceId(state.database),
    collectives,
    hostname: Deno.hostname(),
    publicUrl,
    version,
    log,
  };
}
