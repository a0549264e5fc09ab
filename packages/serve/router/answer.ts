import { SvcError } from "@svc/core/error";
import { errorResponse } from "@svc/http/edge";
import { errorWithoutRoot } from "../request/own_paths.ts";
import { checked, clientAddress, queryObject, readJsonBody } from "@svc/http/input";
import type { Bindings } from "@svc/http/listener";
import type { OperationKey } from "../api/table.ts";
import type { Call, Endpoint, Serving } from "../http/endpoint.ts";
import { answerAgent, MCP_PATH } from "../mcp/mount/mod.ts";
import { answerClass } from "./answer_class.ts";
import { guard } from "./guard.ts";
import { isOurHost, otherHost, type Place } from "./host.ts";
import { methodNotAllowed } from "../request/method_not_allowed.ts";
import { assertNotForeign } from "../request/origin.ts";
import { pathOf } from "../request/path.ts";
import { type Found, type Match, match } from "./routes.ts";

/** The handlers by their operation. */
export type Handlers = ReadonlyMap<OperationKey, Endpoint>;

/** What requests are answered with. */
export interface Application {
  place: Place;
  handlers: Handlers;
}

/** Answers one request: finds its operation, checks who asks and what was sent, and calls the handler. */
export async function answer(
  serving: Serving,
  application: Application,
  request: Request,
  bindings: Bindings,
): Promise<Response> {
  const began = performance.now();
  const path = pathOf(request.url);
  const found = match(request.method, path);
  const response = await operate(serving, application, request, found, bindings).catch((error) =>
    errorResponse(errorWithoutRoot(error, serving.repository.root), {
      log: serving.log,
      requestId: crypto.randomUUID(),
      method: request.method,
      path,
    })
  );
  serving.metrics.answered({
    operation: found !== undefined && "key" in found ? found.key : undefined,
    class: answerClass(found, request, path),
    status: response.status,
    seconds: (performance.now() - began) / 1000,
  });
  response.headers.set("x-content-type-options", "nosniff");
  if (response.status === 401 && serving.challenge !== undefined) {
    response.headers.set("www-authenticate", serving.challenge);
  }
  return request.method === "HEAD" ? await withoutBody(response) : response;
}

async function operate(
  serving: Serving,
  { place, handlers }: Application,
  request: Request,
  found: Match,
  { remoteAddress }: Bindings,
): Promise<Response> {
  const { hostname } = new URL(request.url);
  if (!isOurHost(hostname, place)) throw otherHost(hostname);
  assertNotForeign(request, serving.origins);
  const address = clientAddress(request, remoteAddress, serving.trustedProxies);
  if (pathOf(request.url) === MCP_PATH) return await answerAgent(serving, request, address);
  if (found === undefined) return await mounted(serving, request, address);
  if ("allow" in found) return methodNotAllowed(request.method, found.allow);
  const endpoint = handlers.get(found.key);
  if (endpoint === undefined) throw nothingHere();
  return await call(serving, endpoint, found, request, address);
}

async function mounted({ mounts = [] }: Serving, request: Request, address: string) {
  for (const mount of mounts) {
    const response = await mount(request, address);
    if (response !== undefined) return response;
  }
  throw nothingHere();
}

async function call(
  serving: Serving,
  endpoint: Endpoint,
  found: Found,
  request: Request,
  address: string,
): Promise<Response> {
  const { caller, run, params } = await guard(serving, found, request, address);
  const { url } = request;
  const input = {
    serving,
    caller,
    run,
    params: endpoint.params ? checked(endpoint.params, params, "path") : params,
    query: endpoint.query
      ? checked(endpoint.query, queryObject(url, endpoint.query), "query")
      : undefined,
    body: endpoint.body ? checked(endpoint.body, await readJsonBody(request), "body") : undefined,
    request,
    address,
    // The guard has found what the row needs; other rows' handlers do not ask for it.
  } as Call;
  const result = await endpoint.handle(input);
  if (result instanceof Response) return result;
  return Response.json(result, {
    status: endpoint.status ?? 200,
    headers: { "cache-control": "no-store" },
  });
}

function nothingHere(): SvcError {
  return new SvcError("not_found", "There is nothing at this address", {
    hint: "The interface is described at /api/v1/openapi.json.",
  });
}

async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, response);
}
