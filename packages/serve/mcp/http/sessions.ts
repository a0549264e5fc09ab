import { SvcError } from "@svc/core/error";
import type { Server } from "@modelcontextprotocol/server";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { Caller, Credentials } from "../../caller/caller.ts";
import { type Exchange, whenAnswered } from "./exchange.ts";

/** Milliseconds after which a session that nobody uses ends. */
export const IDLE_MS = 30 * 60_000;

/** Sessions of one credential, and of all together. */
export const MOST_OF_ONE = 16;
export const MOST = 1000;

const HEADER = "mcp-session-id";

interface Session extends Exchange {
  id: string;
  /** True once its client has greeted: only then does it stay. */
  isGreeted: boolean;
  transport: WebStandardStreamableHTTPServerTransport;
  server: Server;
  watch: Disposable;
  /** Requests that are being answered, streams among them. */
  open: number;
  usedAt: number;
}

/** What sessions are made with. */
export interface SessionsOptions {
  credentials: Pick<Credentials, "watch">;
  now(): Date;
  maxRequestBodySize: number;
  /** The server of one session. */
  serve(exchange: Exchange): Server;
}

/** The sessions of clients of the protocols of 2025. */
export interface Sessions {
  /** Answers a request within its session; a session is its credential's and nobody else's. */
  answer(request: Request, caller: Caller): Promise<Response>;
  /** Ends those that nobody has used for long. */
  sweep(): Promise<void>;
  /** Ends streams that only wait, so that a stop does not wait for them. */
  quiet(): void;
  /** Ends all. */
  close(): Promise<void>;
}

/** Keeps sessions in memory: after a restart, clients make new ones. */
export function openSessions(options: SessionsOptions): Sessions {
  const sessions = new Map<string, Session>();
  const end = async (session: Session) => {
    if (session.isEnded) return;
    session.isEnded = true;
    sessions.delete(session.id);
    session.watch[Symbol.dispose]();
    await session.server.close();
  };
  const all = () => [...sessions.values()];
  const begin = async (request: Request, caller: Caller): Promise<Response> => {
    const tooMany = leastUsed(all(), caller);
    const ending = tooMany && end(tooMany);
    const session = created(options, caller, end);
    // Before anything is waited for: what begins meanwhile counts it, and what ends it finds it.
    sessions.set(session.id, session);
    try {
      await Promise.all([session.server.connect(session.transport), ending]);
      return session.isEnded ? noSession() : await answered(session, request, options);
    } finally {
      if (!session.isGreeted) await end(session);
    }
  };
  return {
    async answer(request, caller) {
      const id = request.headers.get(HEADER);
      if (id === null) return await begin(request, caller);
      const session = sessions.get(id);
      if (session?.caller.credentialId !== caller.credentialId) return noSession();
      session.caller = caller;
      return await answered(session, request, options);
    },
    async sweep() {
      const oldest = options.now().getTime() - IDLE_MS;
      const idle = all().filter(({ open, usedAt }) => open === 0 && usedAt < oldest);
      await Promise.all(idle.map(end));
    },
    quiet() {
      for (const { transport } of all()) transport.closeStandaloneSSEStream();
    },
    async close() {
      await Promise.all(all().map(end));
    },
  };
}

/**
 * Of a caller with as many sessions as one may have, the one that was used least recently.
 *
 * @throws SvcError `unavailable` when there is no place for a session of another one
 */
function leastUsed(all: readonly Session[], { credentialId }: Caller): Session | undefined {
  const own = all.filter(({ caller }) => caller.credentialId === credentialId)
    .sort((a, b) => a.usedAt - b.usedAt);
  if (own.length >= MOST_OF_ONE) return own[0];
  if (all.length < MOST) return undefined;
  throw new SvcError("unavailable", `The server already has ${MOST} agent sessions`, {
    hint: "Try again later; idle sessions end after 30 minutes.",
  });
}

function created(
  { credentials, now, maxRequestBodySize, serve }: SessionsOptions,
  caller: Caller,
  end: (session: Session) => Promise<void>,
): Session {
  const id = crypto.randomUUID();
  const exchange: Exchange = { caller, isEnded: false };
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => id,
    maxRequestBodySize,
    onsessioninitialized: () => void (session.isGreeted = true),
    onsessionclosed: () => end(session),
  });
  const session: Session = Object.assign(exchange, {
    id,
    isGreeted: false,
    transport,
    server: serve(exchange),
    watch: credentials.watch(caller, () => void end(session)),
    open: 0,
    usedAt: now().getTime(),
  });
  return session;
}

async function answered(
  session: Session,
  request: Request,
  { now }: SessionsOptions,
): Promise<Response> {
  const used = () => session.usedAt = now().getTime();
  used();
  session.open += 1;
  const done = () => {
    session.open -= 1;
    used();
  };
  try {
    return whenAnswered(await session.transport.handleRequest(request), done);
  } catch (error) {
    done();
    throw error;
  }
}

/** The one answer for a session that is not there and for somebody else's; clients then start a new session. */
function noSession(): Response {
  const error = { code: -32001, message: "Session not found" };
  return Response.json({ jsonrpc: "2.0", id: null, error }, { status: 404 });
}
