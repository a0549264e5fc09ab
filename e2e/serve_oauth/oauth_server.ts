import { errorResponse } from "@svc/http/edge";
import { listen, type Listener } from "@svc/http/listener";
import { createLog } from "@svc/http/log";
import type { Credentials } from "../../packages/serve/caller/caller.ts";
import { anyOf } from "../../packages/serve/caller/any_of.ts";
import { type OAuth, type OAuthOptions, openOAuth } from "../../packages/serve/oauth/mod.ts";
import { OAUTH_TABLES } from "../../packages/serve/oauth/tables.ts";
import {
  openSessions,
  SESSION_TABLES,
  sessionCredentials,
} from "../../packages/serve/sessions/mod.ts";
import {
  type TemporaryState,
  temporaryState,
} from "../../packages/serve/testing/temporary_state.ts";
import { tokenCredentials } from "../../packages/serve/tokens/credentials.ts";
import { TOKEN_TABLES } from "../../packages/serve/tokens/mod.ts";

/** The tables that signing in needs. */
export const TABLES: readonly string[] = [...TOKEN_TABLES, ...SESSION_TABLES, ...OAUTH_TABLES];

/** A server that signs people in by a registry and tells each caller who they are. */
export interface OAuthServer extends AsyncDisposable {
  url: string;
  oauth: OAuth;
  credentials: Credentials;
  kept: TemporaryState;
  clock: { now: Date };
  /** What was logged, one line an event. */
  logged: string[];
  /** What was shown to the operator. */
  shown: string[];
  /** Asks with these headers; follows nothing. */
  ask(path: string, init?: RequestInit): Promise<Response>;
}

/** Closes a listener without waiting for connections that nobody uses. */
export async function closed(listener: Listener): Promise<void> {
  const done = listener.close();
  listener.abort();
  await done;
}

/** How a test's server differs. */
export interface Different extends Partial<OAuthOptions> {
  kept?: TemporaryState;
  /** Called when the operator is to approve; makes the server have a terminal. */
  approve?: (lines: string) => Promise<void>;
}

/** Starts one for the members of `acme`, unless said otherwise. */
export async function oauthServer(provider: string, different: Different): Promise<OAuthServer> {
  await using opening = new AsyncDisposableStack();
  const { kept: given, approve, ...options } = different;
  const kept = given ?? opening.use(await temporaryState(TABLES));
  const clock = { now: new Date() };
  const now = () => clock.now;
  const [logged, shown]: string[][] = [[], []];
  const log = createLog("json", now, (line) => logged!.push(line));
  const stopping = new AbortController();
  opening.defer(() => stopping.abort());
  const ready = Promise.withResolvers<(request: Request) => Promise<Response>>();
  const listener = await listen(async (request) => await (await ready.promise)(request), {
    host: "127.0.0.1",
    port: 0,
  });
  opening.defer(() => closed(listener));
  const url = `http://127.0.0.1:${listener.port}`;
  const sessions = openSessions(kept.state.database, url, now);
  const oauth = await openOAuth({
    state: kept.state,
    sessions,
    log,
    publicUrl: url,
    origins: new Set([url]),
    now,
    stopping: stopping.signal,
  }, {
    provider,
    headers: {},
    admission: { collectives: ["acme"] },
    refreshMs: 4 * 3_600_000,
    version: "test",
    ...(approve === undefined ? {} : {
      terminal: {
        say: (lines) => shown!.push(lines),
        wait: () => approve(shown!.join("")),
        now: Date.now,
      },
    }),
    ...options,
  });
  const tokens = opening.use(tokenCredentials(kept.state, { log, now }));
  const session = sessionCredentials(sessions, oauth.ownerOf, now);
  const credentials = anyOf([oauth.access, tokens, session]);
  const answer = async (request: Request): Promise<Response> => {
    const address = "127.0.0.1";
    const own = await oauth.answer(request, address);
    if (own !== undefined) return own;
    const { credentialId: _, ...caller } = await credentials.resolve(request, address);
    return Response.json(caller);
  };
  ready.resolve((request) =>
    answer(request).catch((error) =>
      errorResponse(error, { log, requestId: "1", method: request.method, path: request.url })
    )
  );
  const held = opening.move();
  return {
    url,
    oauth,
    credentials,
    kept,
    clock,
    logged: logged!,
    shown: shown!,
    ask: (path, init = {}) => fetch(url + path, { redirect: "manual", ...init }),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
