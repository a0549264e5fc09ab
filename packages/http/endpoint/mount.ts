import type { Context, Hono } from "hono";
import { LIMITS } from "@svc/core/limit";
import { checked, jsonBody, queryObject, readBytes } from "../input/mod.ts";
import type { Environment } from "../edge/environment.ts";
import { methodNotAllowed } from "../edge/method_not_allowed.ts";
import type { Asked, Endpoint, Input } from "./endpoint.ts";

/** Where an endpoint is. */
export interface Row {
  method: string;
  /** Path with `{parameter}`s. */
  path: string;
}

/** How a server's endpoints are mounted. */
export interface Mounting<Admitted, Mounted> {
  rows: Readonly<Record<string, Row>>;
  endpoints: readonly Mounted[];
  /** The pattern that the router knows a path by, where it is not the path with `:parameter`s. */
  pattern?(path: string): string;
  /**
   * Lets a request through, or refuses it. The body is not read yet.
   *
   * @param params of the path, decoded; the handler gets those that are returned
   * @throws SvcError the refusal
   */
  guard(
    context: Context<Environment>,
    endpoint: Mounted,
    params: Record<string, string>,
  ): Promise<{ admitted: Admitted; params: Record<string, string> }>;
  /** Answers without the handler, where it can. */
  prepared?(endpoint: Mounted, call: Admitted & Asked & Input): Promise<Response | undefined>;
}

/**
 * Mounts each endpoint at its row's method and path; other methods on these paths get 405.
 *
 * @throws Error when a row has no handler, a handler has no row, or two handlers share a row: the
 *   server does not start
 */
export function mountEndpoints<Admitted, Mounted extends Endpoint<string, Admitted>>(
  app: Hono<Environment>,
  mounting: Mounting<Admitted, Mounted>,
): void {
  const { rows, endpoints, pattern = routePattern } = mounting;
  assertComplete(Object.keys(rows), endpoints.map(({ key }) => key));
  const methods = new Map<string, string[]>();
  const parameters = ({ key }: Mounted) => rows[key]!.path.split("{").length;
  // Fixed segments before parameters, so that `/extensions/search` is never read as a name.
  for (const endpoint of endpoints.toSorted((a, b) => parameters(a) - parameters(b))) {
    const { method, path } = rows[endpoint.key]!;
    const at = pattern(path);
    methods.set(at, [...methods.get(at) ?? [], method]);
    app.on(method, at, (context) => answer(context, endpoint, mounting));
  }
  for (const [at, known] of methods) {
    const allow = known.includes("GET") ? [...known, "HEAD"] : known;
    app.all(at, ({ req }) => methodNotAllowed(req.method, allow));
  }
}

/** The pattern that the router knows a row's path by. */
export function routePattern(path: string): string {
  return path.replaceAll(/\{([A-Za-z]+)\}/g, ":$1");
}

async function answer<Admitted, Mounted extends Endpoint<string, Admitted>>(
  context: Context<Environment>,
  endpoint: Mounted,
  { guard, prepared }: Mounting<Admitted, Mounted>,
): Promise<Response> {
  const request = context.req.raw;
  const { admitted, params } = await guard(context, endpoint, context.req.param());
  const bytes = endpoint.body
    ? await readBytes(request, endpoint.bodyBytes ?? LIMITS.requestBodyBytes)
    : new Uint8Array();
  const call = {
    ...admitted,
    params: endpoint.params ? checked(endpoint.params, params, "path") : params,
    query: endpoint.query
      ? checked(endpoint.query, queryObject(request.url, endpoint.query), "query")
      : undefined,
    body: endpoint.body ? checked(endpoint.body, jsonBody(request, bytes), "body") : undefined,
    bytes,
    request,
    address: context.get("address"),
  };
  const known = prepared && await prepared(endpoint, call);
  if (known !== undefined) return known;
  // Unless the handler says otherwise.
  if (endpoint.status !== 204) context.header("cache-control", "no-store");
  const result = await endpoint.handle(call);
  if (result instanceof Response) return result;
  return endpoint.status === 204
    ? context.body(null, 204)
    : context.json(result, endpoint.status ?? 200);
}

function assertComplete(rows: readonly string[], keys: readonly string[]): void {
  const problems = [
    ...keys.filter((key, index) => keys.indexOf(key) !== index)
      .map((key) => `two handlers for ${key}`),
    ...rows.filter((key) => !keys.includes(key)).map((key) => `no handler for ${key}`),
    ...keys.filter((key) => !rows.includes(key)).map((key) => `no row for ${key}`),
  ];
  if (problems.length > 0) throw new Error(`table and handlers disagree: ${problems.join("; ")}`);
}
