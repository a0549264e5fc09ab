import { SvcError } from "@svc/core/error";
import { type App, edge, type Environment, errorResponse } from "@svc/http/edge";
import { mountEndpoints, routePattern } from "@svc/http/endpoint";
import type { Bindings } from "@svc/http/listener";
import { type Context, Hono, type Next } from "hono";
import { type OperationKey, type OperationRow, OPERATIONS } from "../api/table.ts";
import type { Admitted, Endpoint, Serving } from "../http/endpoint.ts";
import { answerAgent, MCP_PATH } from "../mcp/mount/mount.ts";
import { errorWithoutRoot } from "../request/own_paths.ts";
import { assertNotForeign, pathOf } from "@svc/http/input";
import { guard } from "./guard.ts";
import { isOurHost, otherHost, type Place } from "./host.ts";
import type { AnswerClass } from "../metrics/answer.ts";

/**
 * What answers the requests of a server.
 *
 * @throws Error when a row has no handler, a handler has no row, or two handlers share a row: the
 *   server does not start
 */
export function createApplication(
  serving: Serving,
  place: Place,
  endpoints: readonly Endpoint[],
): (request: Request, bindings: Bindings) => Promise<Response> {
  const app: App = new Hono<Environment>({ getPath: ({ url }) => decodablePath(url) });
  app.use((context, next) => finish(serving, context, next));
  app.use(edge(serving));
  for (const [key, { method, path }] of Object.entries(OPERATIONS)) {
    app.on(method, routePattern(path), async (context, next) => {
      context.set("policyRow", key);
      await next();
    });
  }
  app.use(async ({ req: { raw } }, next) => {
    const { hostname } = new URL(raw.url);
    if (!isOurHost(hostname, place)) throw otherHost(hostname);
    assertNotForeign(raw, serving.origins);
    await next();
  });
  app.onError((error, context) =>
    errorResponse(errorWithoutRoot(error, serving.repository.root), {
      log: serving.log,
      requestId: context.get("requestId"),
      method: context.req.method,
      path: pathOf(context.req.url),
    })
  );
  app.all(MCP_PATH, ({ req, get }) => answerAgent(serving, req.raw, get("address")));
  mountEndpoints<Admitted, Endpoint>(app, {
    rows: OPERATIONS,
    endpoints,
    async guard({ req, get }, { key }, params) {
      const row: OperationRow = OPERATIONS[key];
      const admission = await guard(serving, { key, row, params }, req.raw, get("address"));
      const { caller, run } = admission;
      // The guard has found what the row needs; other rows' handlers do not ask for it.
      return { admitted: { serving, caller, run } as Admitted, params: admission.params };
    },
  });
  app.all("*", ({ req, get }) => mounted(serving, req.raw, get("address")));
  return async (request, bindings) => await app.fetch(request, bindings);
}

/** Counts an answer, and says on it what a refused caller lacks. */
async function finish(
  { metrics, challenge }: Serving,
  context: Context<Environment>,
  next: Next,
): Promise<void> {
  const began = performance.now();
  await next();
  const { res, req: { raw } } = context;
  const operation = context.get("policyRow") as OperationKey | undefined;
  metrics.answered({
    operation,
    class: answerClass(operation, raw.url),
    status: res.status,
    seconds: (performance.now() - began) / 1000,
  });
  if (res.status === 401 && challenge !== undefined) {
    res.headers.set("www-authenticate", challenge);
  }
  // What a stream would go on with is not made.
  if (raw.method === "HEAD") await res.body?.cancel();
}

async function mounted(
  { mounts = [] }: Serving,
  request: Request,
  address: string,
): Promise<Response> {
  for (const mount of mounts) {
    const response = await mount(request, address);
    if (response !== undefined) return response;
  }
  throw new SvcError("not_found", "There is nothing at this address", {
    hint: "The API is described at /api/v1/openapi.json.",
  });
}

/** The path as it was sent. One that cannot be decoded names no operation, whatever it looks like. */
function decodablePath(url: string): string {
  const path = pathOf(url);
  try {
    decodeURIComponent(path);
    return path;
  } catch {
    return "/%";
  }
}

/** Where the time of an answer is counted. @param operation that answers; undefined for anything else */
function answerClass(operation: OperationKey | undefined, url: string): AnswerClass {
  if (operation !== undefined) {
    const { answers, tag }: OperationRow = OPERATIONS[operation];
    return answers === "events" || new URL(url).searchParams.has("wait") ? "waits" : tag;
  }
  const path = pathOf(url);
  if (path === MCP_PATH) return "agents";
  return path.startsWith("/hooks/") ? "webhooks" : "others";
}
