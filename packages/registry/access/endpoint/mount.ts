import { SvcError } from "@svc/core/error";
import { POLICY, POLICY_ROWS, type PolicyRow } from "@svc/core/policy";
import type { Context, Hono } from "hono";
import { noteCaller } from "./count_requests.ts";
import { guard } from "./guard.ts";
import type { Services } from "../services.ts";
import { checked } from "../../platform/http/checked.ts";
import type { Call, Endpoint } from "./endpoint.ts";
import type { Environment } from "../../platform/http/environment.ts";
import { readJsonBody } from "../../platform/http/json_body.ts";
import { queryObject } from "../../platform/http/query.ts";
import { routePattern } from "../../platform/http/route_path.ts";

/**
 * Mounts each endpoint at its policy row's method and path; other methods on these paths get 405.
 *
 * @throws Error when a row has no handler, a handler has no row, or two handlers share a row:
 *   the server does not start.
 */
export function mountEndpoints(
  app: Hono<Environment>,
  services: Services,
  endpoints: readonly Endpoint[],
): void {
  assertComplete(endpoints);
  const methods = new Map<string, string[]>();
  // Fixed segments before parameters, so that `/extensions/search` is never read as a name.
  for (const endpoint of [...endpoints].sort(byFixedSegments)) {
    const row: PolicyRow = POLICY[endpoint.key];
    const pattern = routePattern(row.path);
    methods.set(pattern, [...methods.get(pattern) ?? [], row.method]);
    app.on(row.method, pattern, (context) => answer(context, services, endpoint));
  }
  for (const [pattern, known] of methods) {
    const allow = known.includes("GET") ? [...known, "HEAD"] : known;
    app.all(pattern, (context) => {
      context.header("allow", allow.join(", "));
      const error = new SvcError(
        "method_not_allowed",
        `${context.req.method} is not supported here`,
        { hint: `Use ${allow.join(" or ")}.` },
      );
      return context.json(error.toJSON(), 405);
    });
  }
}

async function answer(
  context: Context<Environment>,
  services: Services,
  endpoint: Endpoint,
): Promise<Response> {
  const request = context.req.raw;
  const params = context.req.param() as Record<string, string>;
  const address = context.get("address");
  context.set("policyRow", endpoint.key);
  const admission = await guard(services, endpoint.key, request, params, address);
  await noteCaller(services, context, admission.principal);
  const call: Call = {
    services,
    ...admission,
    params: endpoint.params ? checked(endpoint.params, params, "path") : params,
    query: endpoint.query
      ? checked(endpoint.query, queryObject(context.req.url, endpoint.query), "query")
      : undefined,
    body: endpoint.body ? checked(endpoint.body, await readJsonBody(request), "body") : undefined,
    request,
    address,
    header: (name, value) => context.header(name, value),
  };
  const result = await endpoint.handle(call);
  if (result instanceof Response) return result;
  if (endpoint.status === 204) return context.body(null, 204);
  if (!context.res.headers.has("cache-control")) context.header("cache-control", "no-store");
  return context.json(result, endpoint.status ?? 200);
}

function assertComplete(endpoints: readonly Endpoint[]): void {
  const keys = endpoints.map((endpoint) => endpoint.key);
  const twice = keys.filter((key, index) => keys.indexOf(key) !== index);
  const without = POLICY_ROWS.map(([key]) => key)
    .filter((key) => !keys.includes(key));
  const unknown = keys.filter((key) => !Object.hasOwn(POLICY, key));
  const problems = [
    ...twice.map((key) => `two handlers for ${key}`),
    ...without.map((key) => `no handler for ${key}`),
    ...unknown.map((key) => `no policy row for ${key}`),
  ];
  if (problems.length > 0) {
    throw new Error(`policy table and handlers disagree: ${problems.join("; ")}`);
  }
}

function byFixedSegments(a: Endpoint, b: Endpoint): number {
  const parameters = ({ key }: Endpoint) => POLICY[key].path.split("{").length;
  return parameters(a) - parameters(b);
}
