import { SvcError } from "@svc/core/error";
import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import type { Caller } from "../../caller/caller.ts";
import type { Serving } from "../../http/endpoint.ts";
import { readBytes } from "@svc/http/input";
import { LIMITS } from "@svc/core/limit";
import { assertModestMessages } from "../protocol/modest.ts";
import { mcpServer } from "../protocol/server.ts";
import { type Exchange, isConnectionLost, whenAnswered } from "./exchange.ts";
import { serveHost } from "./host.ts";
import { openSessions } from "./sessions.ts";

/** Bytes of a request: the library validates each message several times. */
const MOST_BYTES = LIMITS.requestBodyBytes;

/** Answers of one credential that are being given at a time, streams among them. */
export const MOST_OPEN = 64;

/** How often sessions that nobody uses are looked for, in milliseconds. */
const SWEEP_MS = 60_000;

/** What of a server `/mcp` is made of. */
export type McpParts = Pick<
  Serving,
  "repository" | "runs" | "log" | "credentials" | "now" | "stopping" | "version"
>;

/** `/mcp` of a server. */
export interface McpEndpoint extends AsyncDisposable {
  /** Answers a request of a caller whose credential was found good. */
  answer(request: Request, caller: Caller): Promise<Response>;
  /** Ends sessions that nobody uses. */
  sweep(): Promise<void>;
}

/**
 * The Model Context Protocol over HTTP. Clients of the protocol of 2026 send each request by itself;
 * those of 2025 have sessions. Either way, what ends the credential ends what it has open, and the runs
 * go on.
 */
export function openMcp(serving: McpParts): McpEndpoint {
  const { credentials, now, stopping, version } = serving;
  const sessions = openSessions({
    credentials,
    now,
    maxRequestBodySize: MOST_BYTES,
    serve: (exchange) =>
      mcpServer(serveHost(serving, () => exchange.caller), {
        version,
        tellsChanges: false,
        leavesRun: isConnectionLost,
      }),
  });
  const modern = createMcpHandler(({ authInfo }) => {
    const exchange = authInfo?.extra?.["exchange"] as Exchange;
    return mcpServer(serveHost(serving, () => exchange.caller), {
      version,
      tellsChanges: false,
      // A client that goes away means to cancel; svc ending the exchange does not.
      leavesRun: () => exchange.isEnded || stopping.aborted,
    });
  }, { legacy: "reject", responseMode: "sse", maxRequestBodySize: MOST_BYTES });
  const timer = setInterval(() => void sessions.sweep(), SWEEP_MS);
  Deno.unrefTimer(timer);
  stopping.addEventListener("abort", () => sessions.quiet(), { once: true });

  const answerModern = async (request: Request, caller: Caller): Promise<Response> => {
    const exchange: Exchange = { caller, isEnded: false };
    const aborting = new AbortController();
    const watch = credentials.watch(caller, () => {
      exchange.isEnded = true;
      watch[Symbol.dispose]();
      aborting.abort();
    });
    try {
      const signal = AbortSignal.any([request.signal, aborting.signal]);
      const response = await modern.fetch(new Request(request, { signal }), {
        authInfo: { token: "", clientId: caller.name, scopes: [], extra: { exchange } },
      });
      return whenAnswered(response, () => watch[Symbol.dispose]());
    } catch (error) {
      watch[Symbol.dispose]();
      throw error;
    }
  };
  const open = new Map<string, number>();
  /** Counts what a credential has open: one alone cannot take all that the server can hold. */
  const counted = async (caller: Caller, give: () => Promise<Response>): Promise<Response> => {
    const { credentialId } = caller;
    const count = open.get(credentialId) ?? 0;
    if (count >= MOST_OPEN) throw tooManyOpen();
    open.set(credentialId, count + 1);
    const done = () => {
      const left = open.get(credentialId)! - 1;
      if (left > 0) open.set(credentialId, left);
      else open.delete(credentialId);
    };
    try {
      return whenAnswered(await give(), done);
    } catch (error) {
      done();
      throw error;
    }
  };
  return {
    async answer(asked, caller) {
      // A page of another site could use the cookie of a person; agents have tokens.
      if (caller.cookie) throw notFromPages();
      const response = await counted(caller, async () => {
        const request = asked.method === "POST" ? await modest(asked) : asked;
        const isOld = await isLegacyRequest(request, undefined, { maxRequestBodySize: MOST_BYTES });
        return isOld ? await sessions.answer(request, caller) : await answerModern(request, caller);
      });
      response.headers.set("cache-control", "no-store");
      return response;
    },
    sweep: () => sessions.sweep(),
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await Promise.all([sessions.close(), modern.close()]);
    },
  };
}

/**
 * The same request, read whole, once it is known to be no more than the library can validate in no time.
 *
 * @throws SvcError `body_too_large`, `nested_too_deeply`
 */
async function modest(request: Request): Promise<Request> {
  const bytes = await readBytes(request, MOST_BYTES);
  const text = new TextDecoder().decode(bytes);
  assertModestMessages(text);
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: bytes });
}

function tooManyOpen(): SvcError {
  return new SvcError("rate_limited", `This credential already has ${MOST_OPEN} open responses`, {
    hint: "Wait until some have ended; 'get_run' with 'wait_seconds' also keeps one open.",
    details: [{ path: "retry-after", message: "5" }],
  });
}

function notFromPages(): SvcError {
  return new SvcError("forbidden", "Agents need a token; a browser session is not enough", {
    hint: "Create one with 'svc serve token create', or let the agent log in itself.",
  });
}
