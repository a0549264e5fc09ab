import { SvcError } from "@svc/core/error";
import type { Server } from "@modelcontextprotocol/server";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { Caller, Credentials } from "../../caller/caller.ts";
import { type Exchange, whenAnswered } from "./exchange.ts";

/** Milliseconds after which a session that nobody uses ends. */
export const IDLE_MS = 30 * 60_000;

/** Sessions of one credential, and of all together. */
export const MOST_OF_ONE = 16;
const MOST = 1000;

const HEADER = "mcp-session-id";

interface Session extends Exchange {
  id: string;
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
    await makeRoom(all(), caller, end);
    const session = await opened(options, caller, {
      began: (one) => void sessions.set(one.id, one),
      end,
    });
    const response = await answered(session, request, options);
    // Only a greeting makes a session.
    if (session.id === "") await end(session);
    return response;
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

/** Makes room for one more session of a caller: of one's own, the one that was used least recently ends. */
async function makeRoom(
  all: readonly Session[],
  { credentialId }: Caller,
  end: (session: Session) => Promise<void>,
): Promise<void> {
  const own = all.filter(({ caller }) => caller.credentialId === credentialId)
    .sort((a, b) => a.usedAt - b.usedAt);
  if (own.length >= MOST_OF_ONE) await end(own[0]!);
  else if (all.length >= MOST) {
    throw new SvcError("unavailable", `The server has ${MOST} sessions of agents already`, {
      hint: "Try again later; sessions that nobody uses end after half an hour.",
    });
  }
}

async function opened(
  { credentials, now, maxRequestBodySize, serve }: SessionsOptions,
  caller: Caller,
  on: { began(session: Session): void; end(session: Session): Promise<void> },
): Promise<Session> {
  const exchange: Exchange = { caller, isEnded: false };
  const server = serve(exchange);
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => crypto.randomUUID(),
    maxRequestBodySize,
    onsessioninitialized(id) {
      session.id = id;
      on.began(session);
    },
    onsessionclosed: () => on.end(session),
  });
  const session: Session = Object.assign(exchange, {
    id: "",
    transport,
    server,
    watch: credentials.watch(caller, () => void on.end(session)),
    open: 0,
    usedAt: now().getTime(),
  });
  await server.connect(transport);
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
